/** Instructions of x86-64 that give a loop a badge, as LLVM's models do not describe their cost. */
import { named, type OpcodeKind } from './isa.ts';

const x87Functions = /^f(sin|cos|sincos|ptan|patan|2xm1|yl2x|yl2xp1|prem1?|scale|xtract|bstp|bld)$/;
/** Instructions that read or write a register of the x87 stack. */
const x87Stack =
	/^f(i?ld|ld(1|l2t|l2e|pi|lg2|ln2|z)|i?stp?|isttp|xch|i?add|addp|i?subr?|subr?p|i?mul|mulp|i?divr?|divr?p|u?com(i|p|pp|pi|ip)?|icomp?|tst|xam|chs|abs|sqrt|rndint|cmov(n?b|n?e|n?be|n?u))$/;

export const x86Opcodes: readonly OpcodeKind[] = [
	{
		id: 'locked',
		label: 'locked operation',
		sentence:
			'llvm-mca treats a locked operation like an ordinary one; the hardware makes others wait.',
		matches: ({ mnemonic, prefixes, operands }) =>
			prefixes.includes('lock') ||
			(mnemonic === 'xchg' && operands.some((operand) => operand.includes('[')))
	},
	{
		id: 'pause',
		label: 'pause',
		sentence: 'How long pause waits is decided by each processor; llvm-mca does not model it.',
		matches: named(/^(pause|tpause|umwait)$/)
	},
	{
		id: 'fence',
		label: 'fence',
		sentence: 'A fence waits for earlier memory accesses; llvm-mca does not model that.',
		matches: named(/^([lms]fence|serialize)$/)
	},
	{
		id: 'repeated',
		label: 'repeated string instruction',
		sentence:
			'The time of a rep instruction depends on its count; llvm-mca has one number for all counts.',
		matches: ({ mnemonic, prefixes }) =>
			prefixes.some((prefix) => prefix.startsWith('rep')) &&
			/^(movs|stos|lods|scas|cmps|ins|outs)[bwdq]$/.test(mnemonic)
	},
	{
		id: 'division',
		label: 'integer division',
		sentence:
			'The time of an integer division depends on its operands; llvm-mca has one number for all.',
		matches: named(/^i?div$/)
	},
	{
		id: 'call',
		label: 'call',
		sentence: 'The loop calls a function, and llvm-mca does not look inside.',
		matches: named(/^(call|ret)$/)
	},
	{
		id: 'system',
		label: 'serialising instruction',
		sentence:
			'A serialising or system instruction empties the pipeline; llvm-mca does not model that.',
		matches: named(
			/^(cpuid|rdtscp?|rdpmc|rdrand|rdseed|syscall|sysenter|int|x[gs]etbv|xsave\w*|xrstor\w*|monitorx?|mwaitx?)$/
		)
	},
	{
		id: 'control-word',
		label: 'control word',
		sentence:
			'Changing or saving a control word, the direction flag or a protection key can hold up what follows; llvm-mca does not model that.',
		matches: named(
			/^(v?(ldmxcsr|stmxcsr)|fldcw|fn?stcw|fldenv|fn?stenv|fn?save|frstor|fn?init|fn?clex|fxsave(64)?|fxrstor(64)?|(rd|wr)pkru|std|cld|pushfq?|popfq?)$/
		)
	},
	{
		id: 'transaction',
		label: 'memory transaction',
		sentence:
			'A memory transaction holds its accesses back until it ends, or undoes them; llvm-mca does not model that.',
		matches: named(/^x(begin|end|abort|test)$/)
	},
	{
		id: 'gather',
		label: 'gather or scatter',
		sentence: 'A gather makes one access per element; llvm-mca has one number for all of them.',
		matches: named(/^vp?(gather|scatter)/)
	},
	{
		id: 'non-temporal',
		label: 'non-temporal access',
		sentence:
			'A non-temporal access goes past the caches; llvm-mca treats it like an ordinary one.',
		matches: named(/^(v?movnt|maskmov|vmaskmovdqu$|clflush|clwb|clzero)/)
	},
	{
		id: 'microcode',
		label: 'x87 function',
		sentence: 'An x87 function is a microcode program; llvm-mca has no real number for it.',
		matches: named(x87Functions)
	},
	{
		// Chains on a Zen 3: pcmpistri 6.00 cycles predicted and 14.0 measured, bts of memory 3.00 and 7.6.
		id: 'microcoded',
		label: 'microcoded instruction',
		sentence:
			'This instruction is a program of several µops; llvm-mca has one number for it, often far from what the hardware takes.',
		matches: ({ mnemonic, operands: [place = '', bit = ''] }) =>
			/^(v?pcmp[ei]str[im]|xlatb)$/.test(mnemonic) ||
			(/^bt[crs]?$/.test(mnemonic) && place.includes('[') && !/^-?(0x)?\d/.test(bit))
	},
	{
		id: 'x87-stack',
		label: 'x87 stack',
		sentence:
			'llvm-mca does not see that an x87 instruction needs what another left on the x87 stack, so it predicts no chain through the stack: the loop may take much longer.',
		matches: ({ mnemonic }) => x87Stack.test(mnemonic) && !x87Functions.test(mnemonic)
	}
];
