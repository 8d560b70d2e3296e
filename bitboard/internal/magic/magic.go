// Package magic looks up what rooks and bishops attack on 8×8 boards, by magic bitboards. A mask
// selects the pieces on the lines through a square. Multiplication by a magic number gathers them
// in the upper bits of a word, which are an index into the attacks. All squares have tables of one
// size, so an index needs no bounds check.
package magic

import "math/bits"

// lookup is the mask of a square, which has the inner squares of the lines through it, and its
// magic number.
type lookup struct{ mask, magic uint64 }

const (
	squares            = 64
	rookBits, bishBits = 12, 9 // of an index: the most squares that a mask has
)

// Tables are the tables of a board. They are large, and faster as part of the caller's struct than
// as variables of their own.
type Tables struct {
	rook, bishop  [squares]lookup
	rookAttacks   [squares << rookBits]uint64
	bishopAttacks [squares << bishBits]uint64
}

// Fill computes the tables.
func (t *Tables) Fill() {
	for sq := range squares {
		t.rook[sq] = lookup{inner(sq, rooks), rookMagics[sq]}
		fill(t.rookAttacks[sq<<rookBits:(sq+1)<<rookBits], sq, rooks, t.rook[sq])
		t.bishop[sq] = lookup{inner(sq, bishops), bishopMagics[sq]}
		fill(t.bishopAttacks[sq<<bishBits:(sq+1)<<bishBits], sq, bishops, t.bishop[sq])
	}
}

// Rook returns the squares that a rook on sq attacks when those of occ are occupied.
func (t *Tables) Rook(sq int, occ uint64) uint64 {
	l := &t.rook[sq&(squares-1)]
	return t.rookAttacks[sq&(squares-1)<<rookBits|int((occ&l.mask)*l.magic>>(squares-rookBits))]
}

// Bishop returns the squares that a bishop on sq attacks when those of occ are occupied.
func (t *Tables) Bishop(sq int, occ uint64) uint64 {
	l := &t.bishop[sq&(squares-1)]
	return t.bishopAttacks[sq&(squares-1)<<bishBits|int((occ&l.mask)*l.magic>>(squares-bishBits))]
}

// step is one step along a line: files and ranks.
type step struct{ file, rank int }

var (
	rooks   = [4]step{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	bishops = [4]step{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
)

func onBoard(file, rank int) bool { return file|rank >= 0 && file|rank < squares/8 }

// walk returns the squares met from sq along four lines, each up to the first of occ.
func walk(sq int, along [4]step, occ uint64) uint64 {
	var met uint64
	for _, d := range along {
		for f, r := sq&7+d.file, sq>>3+d.rank; onBoard(f, r); f, r = f+d.file, r+d.rank {
			b := uint64(1) << (r*8 + f)
			if met |= b; occ&b != 0 {
				break
			}
		}
	}
	return met
}

// inner returns the squares of the lines from sq that have another behind them.
func inner(sq int, along [4]step) uint64 {
	var in uint64
	for _, d := range along {
		for f, r := sq&7+d.file, sq>>3+d.rank; onBoard(f+d.file, r+d.rank); f, r = f+d.file, r+d.rank {
			in |= 1 << (r*8 + f)
		}
	}
	return in
}

// fill writes what is attacked from sq into its table, for each way to occupy the squares of its
// mask.
func fill(table []uint64, sq int, along [4]step, l lookup) {
	shift := squares - log2(len(table))
	for occ := uint64(0); ; {
		table[occ*l.magic>>shift] = walk(sq, along, occ)
		if occ = (occ - l.mask) & l.mask; occ == 0 {
			return
		}
	}
}

func log2(n int) int { return bits.Len(uint(n)) - 1 }

// The magic numbers were found by trying sparse random ones. No two ways to occupy a mask that
// differ in what is attacked have the same index; TestAttacks tries them all.
var rookMagics = [squares]uint64{
	0x0c80108000400220, 0x2820001000080022, 0x0100090050200084, 0x0810100028004200,
	0x0600020086200110, 0x0810100084160432, 0x64400040a2000104, 0x8200060041002084,
	0x2020a00021001002, 0x4109201440006000, 0x8000080312001808, 0x0008310005000808,
	0x0000090201840804, 0x1020200401010480, 0x02820000880d4200, 0xc001100410080020,
	0x5084148000400022, 0x509c204014804101, 0x4005808010204086, 0x8010002218040280,
	0x00c8402001a40820, 0x0008014000820004, 0x0008600240c88104, 0x4201100a00200100,
	0x0004002028080210, 0x0100080804425018, 0x0201100102004410, 0x4040020010040820,
	0x0104012400490308, 0x0000040080090080, 0x0050200418540040, 0x8000100340002090,
	0x02800a08004c0402, 0x42a000102030a021, 0x8040960480802100, 0x0900802212800880,
	0x1400200800840060, 0x006200100a000801, 0x0602000149432020, 0x1000010410600040,
	0x00110341b0a04000, 0x0810b0153180a020, 0x0122826080048180, 0x6003041409420002,
	0x0000840040040c20, 0x0001808400010002, 0x0928004200014002, 0x84a852a0840a4003,
	0x1002244040306018, 0x0000a40800200058, 0x0400802404004160, 0x008488000826c082,
	0x0000040010020710, 0x120800901c050200, 0x0041022008940100, 0x01001080007a4020,
	0x0001002080014319, 0x00282910804100a2, 0x0008104120060482, 0x0008400402600a02,
	0x000022001a411402, 0x0091030092002802, 0xa008114082080401, 0x1028410824108042,
}

var bishopMagics = [squares]uint64{
	0x1118014849014040, 0x0004804030b09006, 0x0060202418020400, 0x0a02220004000011,
	0x1146003000548924, 0x1000804508808010, 0x404208a40c006110, 0x81881084060d4c00,
	0x0010008028202090, 0x0001023409410020, 0x0004220041840940, 0x4000120810508124,
	0x0004029c11400000, 0x100a80a4003b0019, 0x00a008448c084008, 0x08b00081400e1180,
	0x100500080940b11c, 0x8809000200210020, 0x0209400c40340080, 0x80c240280083000c,
	0x2502000145040006, 0x0082080108200240, 0x88181a000408a000, 0x410100a0212a0010,
	0xc810604c0043c905, 0x24469000c0404150, 0x8120083010002008, 0x1201080034004090,
	0x0101010006104000, 0x0028009082e82010, 0x0880208008a23018, 0x0070802800040042,
	0x0040425220005044, 0x0840101000090080, 0x1200200810840824, 0x0400020080280080,
	0x0110820200040108, 0x8009002408004051, 0x8620800a18003080, 0x0000b04010000280,
	0x0004002802100c00, 0x168680141414010c, 0x2800182048204282, 0xd110024508000020,
	0x2000100a42402a00, 0x8004188403000030, 0x41012802880500a0, 0x8049501301c00020,
	0x1004004400220080, 0x00010508848200a0, 0x0420003688100000, 0x0002008230182000,
	0x4800000080606044, 0x0020021084c00a00, 0x00c0004044012040, 0x0248062016020001,
	0x0204051048006804, 0x0000004090100108, 0x2000001320140800, 0xc000846044041202,
	0x8808010008009440, 0x0004008080801040, 0x1004080224105108, 0x1a042014040812c0,
}
