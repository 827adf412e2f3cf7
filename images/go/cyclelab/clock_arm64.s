#include "textflag.h"

// The same instructions as images/base/libcal/arch.h, where their reasons stand.

TEXT ·ticks(SB), NOSPLIT|NOFRAME, $0-8
	ISB  $15
	MRS  CNTVCT_EL0, R0
	ISB  $15
	MOVD R0, ret+0(FP)
	RET

#define TEN(instruction) \
	instruction; instruction; instruction; instruction; instruction; \
	instruction; instruction; instruction; instruction; instruction

#define ADDITION ADD R1, R0, R0
#define ADDITIONS TEN(ADDITION)

TEXT ·chain(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $3, R0
	MOVD $5, R1
	MOVD $3000, R2
	PCALIGN $64
again:
	TEN(ADDITIONS)
	SUBS $1, R2, R2
	BNE  again
	RET

TEXT ·branches(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $3, R0
	MOVD $7, R1
	MOVD $100000, R2
	PCALIGN $64
again:
	ADD  R1, R0, R0
	SUBS $1, R2, R2
	BNE  again
	RET
