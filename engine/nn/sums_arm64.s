#include "go_asm.h"
#include "textflag.h"

// The loops over the units of the first layer with NEON. Each turn takes two registers of each row,
// which are 16 numbers of 16 bits or 8 of 32. It is written by hand, since the generator in asm/
// knows amd64 alone.

// Instructions that Go's assembler does not know, with the numbers of their registers, in its order:
// the result comes last. Arm Architecture Reference Manual, C7.2. H8 and S4 are eight numbers of 16
// bits and four of 32.
#define SMAX_H8(m, n, d) WORD $(0x4E606400 | m<<16 | n<<5 | d)
#define SMIN_H8(m, n, d) WORD $(0x4E606C00 | m<<16 | n<<5 | d)
#define MUL_H8(m, n, d) WORD $(0x4E609C00 | m<<16 | n<<5 | d)
#define FADD_S4(m, n, d) WORD $(0x4E20D400 | m<<16 | n<<5 | d)

// Adds to d the products of the lower, or of the upper, four numbers of 16 bits.
#define SMLAL_LOWER(m, n, d) WORD $(0x0E608000 | m<<16 | n<<5 | d)
#define SMLAL_UPPER(m, n, d) WORD $(0x4E608000 | m<<16 | n<<5 | d)

// func addSubVectors(dst, src, add, sub []int16)
TEXT ·addSubVectors(SB), NOSPLIT, $0-96
	MOVD dst_base+0(FP), R0
	MOVD dst_len+8(FP), R1
	MOVD src_base+24(FP), R2
	MOVD add_base+48(FP), R3
	MOVD sub_base+72(FP), R4
	CBZ  R1, done

loop:
	VLD1.P 32(R2), [V0.H8, V1.H8]
	VLD1.P 32(R3), [V2.H8, V3.H8]
	VLD1.P 32(R4), [V4.H8, V5.H8]
	VADD   V2.H8, V0.H8, V0.H8
	VADD   V3.H8, V1.H8, V1.H8
	VSUB   V4.H8, V0.H8, V0.H8
	VSUB   V5.H8, V1.H8, V1.H8
	VST1.P [V0.H8, V1.H8], 32(R0)
	SUBS   $16, R1
	BGT    loop

done:
	RET

// func addVectors(dst, row []int16)
TEXT ·addVectors(SB), NOSPLIT, $0-48
	MOVD dst_base+0(FP), R0
	MOVD dst_len+8(FP), R1
	MOVD row_base+24(FP), R2
	CBZ  R1, done

loop:
	VLD1   (R0), [V0.H8, V1.H8]
	VLD1.P 32(R2), [V2.H8, V3.H8]
	VADD   V2.H8, V0.H8, V0.H8
	VADD   V3.H8, V1.H8, V1.H8
	VST1.P [V0.H8, V1.H8], 32(R0)
	SUBS   $16, R1
	BGT    loop

done:
	RET

// func subVectors(dst, row []int16)
TEXT ·subVectors(SB), NOSPLIT, $0-48
	MOVD dst_base+0(FP), R0
	MOVD dst_len+8(FP), R1
	MOVD row_base+24(FP), R2
	CBZ  R1, done

loop:
	VLD1   (R0), [V0.H8, V1.H8]
	VLD1.P 32(R2), [V2.H8, V3.H8]
	VSUB   V2.H8, V0.H8, V0.H8
	VSUB   V3.H8, V1.H8, V1.H8
	VST1.P [V0.H8, V1.H8], 32(R0)
	SUBS   $16, R1
	BGT    loop

done:
	RET

// func outputVectors(units, weights []int16) int32
TEXT ·outputVectors(SB), NOSPLIT, $0-52
	MOVD units_base+0(FP), R0
	MOVD units_len+8(FP), R1
	MOVD weights_base+24(FP), R2
	MOVD $const_one, R3
	VEOR V6.B16, V6.B16, V6.B16 // zero
	VDUP R3, V7.H8              // one
	VEOR V16.B16, V16.B16, V16.B16
	VEOR V17.B16, V17.B16, V17.B16
	CBZ  R1, done

loop:
	VLD1.P 32(R0), [V0.H8, V1.H8]
	VLD1.P 32(R2), [V2.H8, V3.H8]
	SMAX_H8(6, 0, 0)
	SMAX_H8(6, 1, 1)
	SMIN_H8(7, 0, 0)
	SMIN_H8(7, 1, 1)
	MUL_H8(0, 2, 2)
	MUL_H8(1, 3, 3)
	SMLAL_LOWER(0, 2, 16)
	SMLAL_UPPER(0, 2, 17)
	SMLAL_LOWER(1, 3, 16)
	SMLAL_UPPER(1, 3, 17)
	SUBS   $16, R1
	BGT    loop

done:
	VADD  V17.S4, V16.S4, V16.S4
	VADDV V16.S4, V16
	VMOV  V16.S[0], R4
	MOVW  R4, ret+48(FP)
	RET

// func addRealsVectors(dst, row []float32)
TEXT ·addRealsVectors(SB), NOSPLIT, $0-48
	MOVD dst_base+0(FP), R0
	MOVD dst_len+8(FP), R1
	MOVD row_base+24(FP), R2
	CBZ  R1, done

loop:
	VLD1   (R0), [V0.S4, V1.S4]
	VLD1.P 32(R2), [V2.S4, V3.S4]
	FADD_S4(2, 0, 0)
	FADD_S4(3, 1, 1)
	VST1.P [V0.S4, V1.S4], 32(R0)
	SUBS   $8, R1
	BGT    loop

done:
	RET
