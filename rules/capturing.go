package rules

// Capturing is which captures are allowed, besides those of the king where the rules of check say
// otherwise. Guarding and attacking is what pieces do that are not paralysed.
type Capturing struct {
	// Never are the sides that do not capture. Their pieces check as ever.
	Never Sides
	// Supported pieces alone capture: those that a piece of their own side guards (patrol chess).
	Supported bool
	// Unsupported pieces alone capture: those that no piece of their own side guards (Lortap).
	Unsupported bool
	// Provoked pieces alone capture: those that a piece of the other side attacks (provocation
	// chess).
	Provoked bool
	// Unguarded pieces alone are captured: those that no piece of their own side guards (super
	// guards).
	Unguarded bool
	// GuardedOnly pieces alone are captured: those that a piece of their own side guards
	// (anti-guards).
	GuardedOnly bool
	// Shielded kings are not captured by kings: those that a piece of their own side guards.
	Shielded bool
	// Single captures alone are made: a piece that could capture in two ways or more does not
	// (CAST chess).
	Single bool
	// Several captures alone are made: a piece that could capture in one way only does not (inverse
	// CAST chess).
	Several bool
	// Immune pieces are captured only if they could be reborn: if their home square is free, or the
	// capturer leaves it (Immunchess).
	Immune Immunity
	// Homing pieces alone capture: those that could be reborn as the captured ones of Immunchess,
	// from the square that they leave, but not on it (Geneva chess).
	Homing Immunity
	// Joint captures alone are made: those of a piece, or king, that two pieces or more could
	// capture (multicaptures).
	Joint bool
	// Own pieces other than the king may be captured too (bicaptures).
	Own bool
	// Second says what becomes of a piece that captures a second time.
	Second SecondCapture `decides:"what becomes of a piece that captures a second time"`
	// SecondKings says that kings, under Second, never capture a second time. Otherwise they are
	// not concerned.
	SecondKings bool
	// Entangled pieces do not capture.
	Entangled Entanglement
}

// Entanglement says which pieces are entangled: those that attack or guard a piece other than a
// king that attacks or guards them. Kings are not entangled.
type Entanglement struct {
	// By is the side of the other piece.
	By Entangler `decides:"which pieces are entangled"`
	// Lined pieces are entangled only along the line of the two pieces (Heffalumps).
	Lined bool `decides:"in which directions pieces are entangled"`
	// Kings are entangled, and entangle, too (rex inclusive).
	Kings bool
}

// Entangler is the side of a piece that entangles another.
type Entangler uint8

// The sides of the pieces that entangle.
const (
	NoEntangler Entangler = iota
	ByFriend              // Woozles
	ByEnemy               // BiWoozles
)

// SecondCapture says what becomes of a piece that captures a second time. A captured piece that is
// reborn has captured as often as before.
type SecondCapture uint8

// What may become of it.
const (
	SecondAsFirst  SecondCapture = iota
	SecondVanishes               // it leaves the board with its second capture (PAD)
	SecondBarred                 // it does not capture again, unless it has been captured and reborn (PAD strict)
)

// knowsSecond reports whether the rules beside Second are among those that have been compared with
// Popeye.
func (c *Capturing) knowsSecond(v *Variant) bool {
	a := &v.Aftermath
	known := Fairy{Capturing: Capturing{Second: c.Second, SecondKings: c.SecondKings}}
	return v.comparedWith(known) && !(a.Active && (a.Reborn != CapturedReborn || a.Capturer != CapturerStays)) &&
		!a.Occupied.Hides() && a.Where != AtOrigin && !a.Where.Waits() && !v.Neutrals
}

// Counts reports whether a capture is allowed for how many there are.
func (c *Capturing) Counts() bool { return c.Single || c.Several || c.Joint }

// Immunity is which pieces are captured only if they could be reborn.
type Immunity struct {
	// Active turns the rule on.
	Active bool
	// Kings are immune too (rex inclusive).
	Kings bool
	// OpponentHome takes the home squares of the other side (mirror).
	OpponentHome bool
}
