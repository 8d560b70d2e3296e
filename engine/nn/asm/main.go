// Command asm writes the assembly of package nn:
//
//	go generate ./engine/nn
//
// It is a module of its own, so that Kirke does not depend on what it uses.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	addSub()
	inPlace("add", "adds row to dst.", VPADDW)
	inPlace("sub", "subtracts row from dst.", VPSUBW)
	output()
	addReals()
	hasVectors()
	Generate()
}

// How many numbers a register holds.
const (
	units = 16 // of 16 bits
	reals = 8  // of 32 bits
)

// loop writes a loop over n numbers that body goes through once for each vector of so many. body
// gets the index of the vector's first number.
func loop(n Register, vector uint64, body func(i GPVirtual)) {
	i := GP64()
	XORQ(i, i)
	JMP(LabelRef("check"))
	Label("loop")
	body(i)
	ADDQ(Imm(vector), i)
	Label("check")
	CMPQ(i, n)
	JB(LabelRef("loop"))
}

// at returns the number at an index.
func at(base, i Register) Mem { return Mem{Base: base, Index: i, Scale: 2} }

func addSub() {
	TEXT("addSubVectors", NOSPLIT, "func(dst, src, add, sub []int16)")
	Doc("addSubVectors sets dst to src + add - sub.")
	Pragma("noescape")
	dst, n := Load(Param("dst").Base(), GP64()), Load(Param("dst").Len(), GP64())
	src := Load(Param("src").Base(), GP64())
	add, sub := Load(Param("add").Base(), GP64()), Load(Param("sub").Base(), GP64())
	loop(n, units, func(i GPVirtual) {
		v := YMM()
		VMOVDQU(at(src, i), v)
		VPADDW(at(add, i), v, v)
		VPSUBW(at(sub, i), v, v)
		VMOVDQU(v, at(dst, i))
	})
	VZEROUPPER()
	RET()
}

func inPlace(name, does string, op func(ops ...Op)) {
	TEXT(name+"Vectors", NOSPLIT, "func(dst, row []int16)")
	Doc(name + "Vectors " + does)
	Pragma("noescape")
	dst, n := Load(Param("dst").Base(), GP64()), Load(Param("dst").Len(), GP64())
	row := Load(Param("row").Base(), GP64())
	loop(n, units, func(i GPVirtual) {
		v := YMM()
		VMOVDQU(at(dst, i), v)
		op(at(row, i), v, v)
		VMOVDQU(v, at(dst, i))
	})
	VZEROUPPER()
	RET()
}

func addReals() {
	TEXT("addRealsVectors", NOSPLIT, "func(dst, row []float32)")
	Doc("addRealsVectors adds row to dst.")
	Pragma("noescape")
	dst, n := Load(Param("dst").Base(), GP64()), Load(Param("dst").Len(), GP64())
	row := Load(Param("row").Base(), GP64())
	loop(n, reals, func(i GPVirtual) {
		v, to := YMM(), Mem{Base: dst, Index: i, Scale: 4}
		VMOVUPS(to, v)
		VADDPS(Mem{Base: row, Index: i, Scale: 4}, v, v)
		VMOVUPS(v, to)
	})
	VZEROUPPER()
	RET()
}

func output() {
	TEXT("outputVectors", NOSPLIT, "func(units, weights []int16) int32")
	Doc("outputVectors returns the sum of weights times the squares of units, which are limited to 0 and 255.")
	Pragma("noescape")
	acc, n := Load(Param("units").Base(), GP64()), Load(Param("units").Len(), GP64())
	weights := Load(Param("weights").Base(), GP64())
	zero, one, sum := YMM(), YMM(), YMM()
	VPXOR(zero, zero, zero)
	VPXOR(sum, sum, sum)
	most := GP32()
	MOVL(U32(255), most)
	VMOVD(most, one.AsX())
	VPBROADCASTW(one.AsX(), one)
	loop(n, units, func(i GPVirtual) {
		u, w := YMM(), YMM()
		VMOVDQU(at(acc, i), u)
		VPMAXSW(zero, u, u)
		VPMINSW(one, u, u)
		VPMULLW(at(weights, i), u, w)
		VPMADDWD(u, w, w)
		VPADDD(w, sum, sum)
	})
	half := XMM()
	VEXTRACTI128(Imm(1), sum, half)
	VPADDD(half, sum.AsX(), half)
	other := XMM()
	VPSHUFD(Imm(0b01_00_11_10), half, other)
	VPADDD(other, half, half)
	VPSHUFD(Imm(0b10_11_00_01), half, other)
	VPADDD(other, half, half)
	result := GP32()
	VMOVD(half, result)
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()
}

// hasVectors asks the processor for AVX2 and the system for keeping its registers: Intel 64 and IA-32
// Architectures Software Developer's Manual, volume 1, 14.7.1.
func hasVectors() {
	TEXT("hasVectors", NOSPLIT, "func() bool")
	Doc("hasVectors reports whether the processor and the system know AVX2.")
	const osSavesRegisters, avx, avx2, registers = 1 << 27, 1 << 28, 1 << 5, 0b110
	MOVL(U32(0), EAX)
	XORL(ECX, ECX)
	CPUID()
	CMPL(EAX, Imm(7))
	JB(LabelRef("no"))
	MOVL(U32(1), EAX)
	XORL(ECX, ECX)
	CPUID()
	ANDL(U32(osSavesRegisters|avx), ECX)
	CMPL(ECX, U32(osSavesRegisters|avx))
	JNE(LabelRef("no"))
	XORL(ECX, ECX)
	XGETBV()
	ANDL(Imm(registers), EAX)
	CMPL(EAX, Imm(registers))
	JNE(LabelRef("no"))
	MOVL(U32(7), EAX)
	XORL(ECX, ECX)
	CPUID()
	TESTL(U32(avx2), EBX)
	JEQ(LabelRef("no"))
	yes := GP8()
	MOVB(Imm(1), yes)
	Store(yes, ReturnIndex(0))
	RET()
	Label("no")
	no := GP8()
	XORB(no, no)
	Store(no, ReturnIndex(0))
	RET()
}
