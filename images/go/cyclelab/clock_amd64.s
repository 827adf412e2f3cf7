#include "textflag.h"

// The same instructions as images/base/libcal/arch.h, where their reasons stand.

TEXT ·ticks(SB), NOSPLIT|NOFRAME, $0-8
	LFENCE
	RDTSC
	LFENCE
	SHLQ $32, DX
	ORQ  DX, AX
	MOVQ AX, ret+0(FP)
	RET

#define TEN(instruction) \
	instruction; instruction; instruction; instruction; instruction; \
	instruction; instruction; instruction; instruction; instruction

#define MULTIPLY IMULL AX, AX
#define MULTIPLIES TEN(MULTIPLY)

TEXT ·chain(SB), NOSPLIT|NOFRAME, $0-0
	MOVL $3, AX
	MOVL $100, CX
	PCALIGN $64
again:
	TEN(MULTIPLIES)
	DECL CX
	JNZ  again
	RET

TEXT ·branches(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ $3, AX
	MOVQ $7, DX
	MOVL $10000, CX
	PCALIGN $64
again:
	ADDQ DX, AX
	DECL CX
	JNZ  again
	RET
