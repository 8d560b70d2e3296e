package rules

// This file holds games in which a capture removes more than the captured piece.

var noCheckAtomic = game(chess, "nocheckatomic", "Atomic Chess without Check",
	"A capture blows up the capturer and all pieces around it but pawns; who blows up the king wins, and check "+
		"forbids nothing.",
	func(v *Variant) {
		v.ownKings()
		v.Capture.Blast = true
		v.Extinction = Extinction{Types: "K"}
	})

var atomicChess = game(noCheckAtomic, "atomic", "Atomic Chess",
	"A capture blows up the capturer and all pieces around it but pawns; the king must not be left to be blown up.",
	func(v *Variant) { v.Extinction.Royal = true })

var atomar = game(noCheckAtomic, "atomar", "Atomar Chess",
	"Atomic chess without check in which kings survive explosions and are lost only by capture.",
	func(v *Variant) { v.Capture.BlastProof, v.Capture.Immune = "K", "K" })

var petrified = game(chess, "petrified", "Petrified Chess",
	"A piece that captures turns to stone on the spot; pawns do not, and may step to the sides.",
	func(v *Variant) {
		v.ownKings()
		v.Army = swap(v.Army, sidePawn)
		v.Capture.Petrifies = "KQRBN"
		v.Extinction = Extinction{Types: "K", Royal: true}
	})

var atomicGames = []*Variant{atomicChess, noCheckAtomic, atomar, petrified}
