/** Instructions of arm64 that give a loop a badge, as LLVM's models do not describe their cost. */
import { named, type OpcodeKind } from './isa.ts';

const atomic = /^(ld|st)(add|clr|eor|set|[su]max|[su]min)(a?l?)[bh]?$|^(swp|casp?)(a?l?)[bh]?$/;

/** Whether it reads and writes memory in one step: one of the Large System Extensions that ARMv8.1 added. */
export const isAtomic = (mnemonic: string): boolean => atomic.test(mnemonic);

export const arm64Opcodes: readonly OpcodeKind[] = [
	{
		id: 'atomic',
		label: 'atomic operation',
		sentence:
			'An atomic operation reads and writes memory at once and makes others wait; llvm-mca treats it like an ordinary one, if it knows it.',
		matches: named(atomic)
	},
	{
		id: 'exclusive',
		label: 'exclusive access',
		sentence:
			'An exclusive load and store repeat until nobody else has written between them; llvm-mca treats them like ordinary ones.',
		matches: named(/^(lda?x[rp]|stl?x[rp])[bh]?$|^clrex$/)
	},
	{
		id: 'ordered',
		label: 'ordered access',
		sentence:
			'An acquiring load or releasing store waits for or holds back other accesses; llvm-mca treats it like an ordinary one.',
		matches: named(/^(ldar|ldapu?rs?|ldlar|stlu?r|stllr)([bh]|sw)?$/)
	},
	{
		id: 'fence',
		label: 'barrier',
		sentence: 'A barrier waits for earlier instructions; llvm-mca does not model that.',
		matches: named(/^(dmb|dsb|isb|ssbb|pssbb|sb)$/)
	},
	{
		id: 'pause',
		label: 'yield or wait',
		sentence:
			'How long a hint to yield or wait takes is decided by each processor; llvm-mca does not model it.',
		matches: named(/^(yield|wfe|wfi|wfet|wfit)$/)
	},
	{
		id: 'division',
		label: 'integer division',
		sentence:
			'The time of an integer division depends on its operands; llvm-mca has one number for all.',
		matches: named(/^[su]div$/)
	},
	{
		id: 'call',
		label: 'call',
		sentence: 'The loop calls a function, and llvm-mca does not look inside.',
		matches: named(/^(bl|blr|blra[ab]z?|ret|reta[ab])$/)
	},
	{
		id: 'system',
		label: 'system instruction',
		sentence:
			'A system instruction can wait for everything before it; llvm-mca does not model that.',
		matches: named(/^(svc|hvc|smc|mrs|msr|sys|sysl|at|dc|ic|tlbi)$/)
	},
	{
		id: 'gather',
		label: 'gather or scatter',
		sentence: 'A gather makes one access per element; llvm-mca has one number for all of them.',
		matches: ({ mnemonic, operands }) =>
			/^(ld|st)(ff|nt)?1/.test(mnemonic) && operands.some((operand) => /^\[.*\bz\d/.test(operand))
	},
	{
		id: 'non-temporal',
		label: 'non-temporal access',
		sentence:
			'A non-temporal access goes past the caches; llvm-mca treats it like an ordinary one.',
		matches: named(/^(ld|st)np$/)
	}
];
