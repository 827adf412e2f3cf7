/**
 * Instructions of x86-64 that work on general registers, in sentences of ours after the descriptions in Intel's Software Developer's
 * Manual, volume 2, and AMD's Architecture Programmer's Manual, volumes 3 to 5. Pure.
 *
 * `{1}` is the first operand. Access to each operand: r reads, w writes, b does both, a only computes the address, t jumps there.
 */
import type { TermId } from '../../glossary/terms.ts';

export interface Form {
	says: string;
	access: string;
	/** Access to the flags. */
	flags?: 'r' | 'w' | 'b';
	/** Registers that are not among its operands, read and written. */
	reads?: readonly string[];
	writes?: readonly string[];
	term?: TermId;
}

type Entry = readonly [
	access: string,
	flags: '' | 'r' | 'w' | 'b',
	says: string,
	more?: Partial<Form>
];

const general: Readonly<Record<string, Entry>> = {
	mov: ['w r', '', 'Copies {2} to {1}.'],
	movabs: ['w r', '', 'Sets {1} to the 64-bit constant {2}.'],
	movzx: ['w r', '', 'Copies {2} to {1}, and fills the upper bits with zeros.'],
	movsx: ['w r', '', 'Copies {2} to {1}, and fills the upper bits with copies of the sign.'],
	movsxd: ['w r', '', 'Copies {2} to {1}, and fills the upper bits with copies of the sign.'],
	movbe: ['w r', '', 'Copies {2} to {1} with its bytes in reverse order.'],
	movnti: ['w r', '', 'Stores {2} in {1} past the caches.', { term: 'non-temporal' }],
	lea: ['w a', '', 'Computes the address {2} and writes it to {1}; it loads nothing.'],
	add: ['b r', 'w', 'Adds {2} to {1}.'],
	adc: ['b r', 'b', 'Adds {2} and the carry flag to {1}.'],
	adcx: ['b r', 'b', 'Adds {2} and the carry flag to {1}, and leaves the other flags alone.'],
	adox: ['b r', 'b', 'Adds {2} and the overflow flag to {1}, and leaves the other flags alone.'],
	sub: ['b r', 'w', 'Subtracts {2} from {1}.'],
	sbb: ['b r', 'b', 'Subtracts {2} and the carry flag from {1}.'],
	cmp: ['r r', 'w', 'Compares {1} with {2}: subtracts, sets the flags, and drops the difference.'],
	test: [
		'r r',
		'w',
		'Sets the flags by the bits that {1} and {2} have in common, and drops the result.'
	],
	and: ['b r', 'w', 'Keeps the bits of {1} that {2} has too.'],
	or: ['b r', 'w', 'Sets the bits of {1} that are set in {2}.'],
	xor: ['b r', 'w', 'Flips the bits of {1} that are set in {2}.'],
	not: ['b', '', 'Flips every bit of {1}.'],
	neg: ['b', 'w', 'Negates {1}: subtracts it from zero.'],
	inc: ['b', 'w', 'Adds 1 to {1}, and leaves the carry flag alone.'],
	dec: ['b', 'w', 'Subtracts 1 from {1}, and leaves the carry flag alone.'],
	'imul/1': [
		'r',
		'w',
		'Multiplies rax by {1}, signed; the product of twice the width goes to rdx and rax.',
		{ reads: ['rax'], writes: ['rax', 'rdx'] }
	],
	'imul/2': ['b r', 'w', 'Multiplies {1} by {2}, signed, and keeps the lower half of the product.'],
	'imul/3': [
		'w r r',
		'w',
		'Multiplies {2} by {3}, signed, and writes the lower half of the product to {1}.'
	],
	mul: [
		'r',
		'w',
		'Multiplies rax by {1}, unsigned; the product of twice the width goes to rdx and rax.',
		{ reads: ['rax'], writes: ['rax', 'rdx'] }
	],
	mulx: [
		'w w r',
		'',
		'Multiplies rdx by {3}, unsigned; the upper half of the product goes to {1}, the lower half to {2}, and no flag changes.',
		{ reads: ['rdx'] }
	],
	div: [
		'r',
		'w',
		'Divides rdx:rax by {1}, unsigned; the quotient goes to rax and the remainder to rdx.',
		{ reads: ['rax', 'rdx'], writes: ['rax', 'rdx'], term: 'division' }
	],
	idiv: [
		'r',
		'w',
		'Divides rdx:rax by {1}, signed; the quotient goes to rax and the remainder to rdx.',
		{ reads: ['rax', 'rdx'], writes: ['rax', 'rdx'], term: 'division' }
	],
	cbw: ['', '', 'Extends al by its sign to ax.', { reads: ['al'], writes: ['ax'] }],
	cwde: ['', '', 'Extends ax by its sign to eax.', { reads: ['ax'], writes: ['eax'] }],
	cdqe: ['', '', 'Extends eax by its sign to rax.', { reads: ['eax'], writes: ['rax'] }],
	cwd: [
		'',
		'',
		'Fills dx with the sign of ax, before a signed division.',
		{ reads: ['ax'], writes: ['dx'] }
	],
	cdq: [
		'',
		'',
		'Fills edx with the sign of eax, before a signed division.',
		{ reads: ['eax'], writes: ['edx'] }
	],
	cqo: [
		'',
		'',
		'Fills rdx with the sign of rax, before a signed division.',
		{ reads: ['rax'], writes: ['rdx'] }
	],
	'shl/1': ['b', 'w', 'Shifts {1} left by 1 bit: multiplies it by 2.'],
	shl: ['b r', 'w', 'Shifts {1} left by {2} bits; each bit doubles it.'],
	'shr/1': [
		'b',
		'w',
		'Shifts {1} right by 1 bit and fills with zero: divides the unsigned value by 2.'
	],
	shr: [
		'b r',
		'w',
		'Shifts {1} right by {2} bits and fills with zeros; each bit halves the unsigned value.'
	],
	'sar/1': [
		'b',
		'w',
		'Shifts {1} right by 1 bit and fills with the sign: halves the signed value, rounded down.'
	],
	sar: ['b r', 'w', 'Shifts {1} right by {2} bits and fills with copies of the sign.'],
	'rol/1': ['b', 'w', 'Rotates {1} left by 1 bit.'],
	rol: ['b r', 'w', 'Rotates {1} left by {2} bits: those that fall out return on the right.'],
	'ror/1': ['b', 'w', 'Rotates {1} right by 1 bit.'],
	ror: ['b r', 'w', 'Rotates {1} right by {2} bits: those that fall out return on the left.'],
	'rcl/1': ['b', 'b', 'Rotates {1} and the carry flag left by 1 bit.'],
	rcl: ['b r', 'b', 'Rotates {1} and the carry flag left by {2} bits.'],
	'rcr/1': ['b', 'b', 'Rotates {1} and the carry flag right by 1 bit.'],
	rcr: ['b r', 'b', 'Rotates {1} and the carry flag right by {2} bits.'],
	shld: ['b r r', 'w', 'Shifts {1} left by {3} bits, and fills it with the upper bits of {2}.'],
	shrd: ['b r r', 'w', 'Shifts {1} right by {3} bits, and fills it with the lower bits of {2}.'],
	shlx: ['w r r', '', 'Shifts {2} left by {3} bits into {1}; no flag changes.'],
	shrx: ['w r r', '', 'Shifts {2} right by {3} bits into {1}, filled with zeros; no flag changes.'],
	sarx: [
		'w r r',
		'',
		'Shifts {2} right by {3} bits into {1}, filled with the sign; no flag changes.'
	],
	rorx: ['w r r', '', 'Rotates {2} right by {3} bits into {1}; no flag changes.'],
	bt: ['r r', 'w', 'Copies bit {2} of {1} to the carry flag.'],
	bts: ['b r', 'w', 'Copies bit {2} of {1} to the carry flag, and sets it.'],
	btr: ['b r', 'w', 'Copies bit {2} of {1} to the carry flag, and clears it.'],
	btc: ['b r', 'w', 'Copies bit {2} of {1} to the carry flag, and flips it.'],
	bsf: ['w r', 'w', 'Writes the place of the lowest set bit of {2} to {1}.'],
	bsr: ['w r', 'w', 'Writes the place of the highest set bit of {2} to {1}.'],
	bswap: ['b', '', 'Reverses the order of the bytes of {1}.'],
	popcnt: ['w r', 'w', 'Counts the set bits of {2} into {1}.'],
	lzcnt: ['w r', 'w', 'Counts the zeros above the highest set bit of {2} into {1}.'],
	tzcnt: ['w r', 'w', 'Counts the zeros below the lowest set bit of {2} into {1}.'],
	andn: ['w r r', 'w', 'Writes the bits of {3} that {2} does not have to {1}.'],
	bextr: [
		'w r r',
		'w',
		'Extracts a field of bits of {2}, whose start and length are in {3}, into {1}.'
	],
	blsi: ['w r', 'w', 'Writes only the lowest set bit of {2} to {1}.'],
	blsr: ['w r', 'w', 'Copies {2} to {1} without its lowest set bit.'],
	blsmsk: ['w r', 'w', 'Sets the bits of {1} up to the lowest set bit of {2}.'],
	bzhi: ['w r r', 'w', 'Copies {2} to {1}, with zeros from bit {3} upwards.'],
	pdep: ['w r r', '', 'Spreads the lower bits of {2} to the places that are set in {3}, into {1}.'],
	pext: ['w r r', '', 'Gathers the bits of {2} at the places that are set in {3}, into {1}.'],
	crc32: ['b r', '', 'Updates the CRC-32C in {1} by {2}.'],
	xchg: ['b b', '', 'Exchanges {1} and {2}; with memory it is atomic.', { term: 'atomic' }],
	xadd: ['b b', 'w', 'Adds {2} to {1}, and writes the former {1} to {2}.', { term: 'atomic' }],
	cmpxchg: [
		'b r',
		'w',
		'Compares rax with {1}: if they are equal, writes {2} there, else copies that value to rax.',
		{ reads: ['rax'], writes: ['rax'], term: 'atomic' }
	],
	cmpxchg16b: [
		'b',
		'w',
		'Compares rdx:rax with {1}: if they are equal, writes rcx:rbx there, else copies that value to rdx:rax.',
		{ reads: ['rax', 'rbx', 'rcx', 'rdx'], writes: ['rax', 'rdx'], term: 'atomic' }
	],
	push: [
		'r',
		'',
		'Subtracts 8 from rsp, and stores {1} on the stack.',
		{ reads: ['rsp'], writes: ['rsp', 'the stack'] }
	],
	pop: [
		'w',
		'',
		'Loads {1} from the stack, and adds 8 to rsp.',
		{ reads: ['rsp', 'the stack'], writes: ['rsp'] }
	],
	leave: [
		'',
		'',
		'Ends a stack frame: copies rbp to rsp and loads rbp from the stack.',
		{ reads: ['rbp', 'the stack'], writes: ['rsp', 'rbp'] }
	],
	jmp: ['t', '', 'Jumps to {1}.'],
	call: [
		't',
		'',
		'Stores the address of the next instruction on the stack and jumps to {1}.',
		{ reads: ['rsp'], writes: ['rsp', 'the stack'], term: 'call' }
	],
	ret: [
		'',
		'',
		'Loads the return address from the stack and jumps there: the end of a function.',
		{ reads: ['rsp', 'the stack'], writes: ['rsp'], term: 'call' }
	],
	nop: [
		'',
		'',
		'Does nothing; it only takes up bytes, usually so that a loop begins at a multiple of 16 or 32.'
	],
	endbr64: ['', '', 'Marks a place that indirect jumps may lead to; it does nothing else.'],
	int3: ['', '', 'Stops for a debugger; here it fills bytes that are never executed.'],
	hlt: ['', '', 'Halts the processor; a program may not execute it.'],
	ud2: [
		'',
		'',
		'Ends the program: an instruction that is always invalid, where the compiler expects that nothing comes.'
	],
	pause: ['', '', 'Waits a moment in a loop that waits for another thread.', { term: 'pause' }],
	lfence: ['', '', 'Waits until all earlier instructions are complete.', { term: 'fence' }],
	sfence: ['', '', 'Orders earlier stores before later ones.', { term: 'fence' }],
	mfence: [
		'',
		'',
		'Orders earlier loads and stores before later ones; it waits for the store buffer.',
		{ term: 'fence' }
	],
	rdtsc: [
		'',
		'',
		'Reads the time-stamp counter into edx:eax.',
		{ writes: ['eax', 'edx'], term: 'ruler' }
	],
	rdtscp: [
		'',
		'',
		'Waits for earlier instructions, then reads the time-stamp counter into edx:eax, and the core’s number into ecx.',
		{ writes: ['eax', 'edx', 'ecx'], term: 'ruler' }
	],
	cpuid: [
		'',
		'',
		'Reads what the processor is and can do, by the number in eax.',
		{ reads: ['eax', 'ecx'], writes: ['eax', 'ebx', 'ecx', 'edx'], term: 'system' }
	],
	syscall: [
		'',
		'',
		'Calls the operating system; rax is the number of the call.',
		{ reads: ['rax'], writes: ['rax', 'rcx', 'r11'], term: 'system' }
	],
	xgetbv: [
		'',
		'',
		'Reads which registers the operating system saves.',
		{ reads: ['ecx'], writes: ['eax', 'edx'], term: 'system' }
	],
	rdrand: ['w', 'w', 'Writes a random number to {1}.'],
	rdseed: ['w', 'w', 'Writes a random seed to {1}.'],
	cld: ['', 'w', 'Clears the direction flag: string instructions go upwards.'],
	std: ['', 'w', 'Sets the direction flag: string instructions go downwards.'],
	stc: ['', 'w', 'Sets the carry flag.'],
	clc: ['', 'w', 'Clears the carry flag.'],
	cmc: ['', 'b', 'Flips the carry flag.'],
	lahf: ['', 'r', 'Copies the flags to ah.', { writes: ['ah'] }],
	sahf: ['', 'w', 'Copies ah to the flags.', { reads: ['ah'] }],
	pushfq: ['', 'r', 'Stores the flags on the stack.', { writes: ['rsp', 'the stack'] }],
	popfq: ['', 'w', 'Loads the flags from the stack.', { reads: ['the stack'], writes: ['rsp'] }],
	clflush: ['r', '', 'Removes the cache line of {1} from all caches.', { term: 'cache-line' }],
	clflushopt: [
		'r',
		'',
		'Removes the cache line of {1} from all caches, in no order with other lines.',
		{ term: 'cache-line' }
	],
	clwb: ['r', '', 'Writes the changed cache line of {1} back to memory.', { term: 'cache-line' }],
	prefetcht0: [
		'a',
		'',
		'Asks for the cache line at {1} in all caches; nothing waits for it.',
		{ term: 'cache' }
	],
	prefetcht1: [
		'a',
		'',
		'Asks for the cache line at {1} in L2; nothing waits for it.',
		{ term: 'cache' }
	],
	prefetcht2: [
		'a',
		'',
		'Asks for the cache line at {1} in L3; nothing waits for it.',
		{ term: 'cache' }
	],
	prefetchnta: [
		'a',
		'',
		'Asks for the cache line at {1}, which will be used once; nothing waits for it.',
		{ term: 'cache' }
	],
	prefetchw: [
		'a',
		'',
		'Asks for the cache line at {1}, to write it; nothing waits for it.',
		{ term: 'cache' }
	],
	ldmxcsr: ['r', '', 'Loads the control word of floating-point vectors from {1}.'],
	stmxcsr: ['w', '', 'Stores the control word of floating-point vectors in {1}.'],
	vldmxcsr: ['r', '', 'Loads the control word of floating-point vectors from {1}.'],
	vstmxcsr: ['w', '', 'Stores the control word of floating-point vectors in {1}.'],
	vzeroupper: [
		'',
		'',
		'Sets the upper halves of all vector registers to zero, so that older instructions need not wait for them.'
	],
	vzeroall: ['', '', 'Sets all vector registers to zero.'],
	emms: ['', '', 'Frees the registers that MMX and x87 share.'],
	xbegin: ['t', '', 'Begins a transaction; if it fails, execution continues at {1}.'],
	xend: ['', '', 'Ends a transaction.'],
	loop: [
		't',
		'',
		'Subtracts 1 from rcx, and jumps to {1} unless it is zero.',
		{ reads: ['rcx'], writes: ['rcx'] }
	],
	jrcxz: ['t', '', 'Jumps to {1} if rcx is zero.', { reads: ['rcx'] }],
	jecxz: ['t', '', 'Jumps to {1} if ecx is zero.', { reads: ['ecx'] }],
	fld: ['r', '', 'Pushes {1} to the stack of x87 registers.'],
	fld1: ['', '', 'Pushes 1.0 to the stack of x87 registers.'],
	fldz: ['', '', 'Pushes 0.0 to the stack of x87 registers.'],
	fild: ['r', '', 'Pushes the integer {1} to the stack of x87 registers, as a float.'],
	fst: ['w', '', 'Copies the top of the stack of x87 registers to {1}.'],
	fstp: ['w', '', 'Copies the top of the stack of x87 registers to {1}, and removes it.'],
	fistp: [
		'w',
		'',
		'Stores the top of the stack of x87 registers in {1} as an integer, and removes it.'
	],
	fisttp: [
		'w',
		'',
		'Stores the top of the stack of x87 registers in {1} as an integer, rounded towards zero, and removes it.'
	],
	fxch: ['b', '', 'Exchanges the top of the stack of x87 registers with {1}.'],
	fadd: ['b r', '', 'Adds {2} to {1}, in x87 registers.'],
	faddp: ['b r', '', 'Adds {2} to {1}, and removes the top of the stack of x87 registers.'],
	fmul: ['b r', '', 'Multiplies {1} by {2}, in x87 registers.'],
	fmulp: ['b r', '', 'Multiplies {1} by {2}, and removes the top of the stack of x87 registers.'],
	fldcw: ['r', '', 'Loads the control word of x87 from {1}.'],
	fnstcw: ['w', '', 'Stores the control word of x87 in {1}.']
};

/** A condition by its suffix: what holds after a comparison of two values, and which flags say so. */
const conditions: Readonly<Record<string, string>> = {
	o: 'there was a signed overflow (OF)',
	no: 'there was no signed overflow (OF)',
	b: 'the first value was below the second, unsigned, or there was a carry (CF)',
	ae: 'the first value was not below the second, unsigned, or there was no carry (CF)',
	e: 'the values were equal, or the result zero (ZF)',
	ne: 'the values differed, or the result was not zero (ZF)',
	be: 'the first value was below or equal to the second, unsigned (CF, ZF)',
	a: 'the first value was above the second, unsigned (CF, ZF)',
	s: 'the result was negative (SF)',
	ns: 'the result was not negative (SF)',
	p: 'the values were unordered (a NaN), or the lowest byte has an even number of set bits (PF)',
	np: 'the values were ordered (no NaN), or the lowest byte has an odd number of set bits (PF)',
	l: 'the first value was less than the second, signed (SF, OF)',
	ge: 'the first value was not less than the second, signed (SF, OF)',
	le: 'the first value was less than or equal to the second, signed (ZF, SF, OF)',
	g: 'the first value was greater than the second, signed (ZF, SF, OF)'
};

const strings: Readonly<Record<string, Form>> = {
	movs: {
		says: 'Copies memory from [rsi] to [rdi], and moves both on',
		access: '',
		reads: ['rsi', 'rdi', 'memory'],
		writes: ['rsi', 'rdi', 'memory']
	},
	stos: {
		says: 'Stores the lower part of rax at [rdi], and moves rdi on',
		access: '',
		reads: ['rax', 'rdi'],
		writes: ['rdi', 'memory']
	},
	lods: {
		says: 'Loads from [rsi] into rax, and moves rsi on',
		access: '',
		reads: ['rsi', 'memory'],
		writes: ['rax', 'rsi']
	},
	scas: {
		says: 'Compares rax with the memory at [rdi], and moves rdi on',
		access: '',
		flags: 'w',
		reads: ['rax', 'rdi', 'memory'],
		writes: ['rdi']
	},
	cmps: {
		says: 'Compares the memory at [rsi] with that at [rdi], and moves both on',
		access: '',
		flags: 'w',
		reads: ['rsi', 'rdi', 'memory'],
		writes: ['rsi', 'rdi']
	}
};

function repeatedString(mnemonic: string, prefix: string | undefined): Form | undefined {
	const form = strings[/^(movs|stos|lods|scas|cmps)[bwdq]$/.exec(mnemonic)?.[1] ?? ''];
	if (!form || prefix === undefined || !/^rep/.test(prefix))
		return form && { ...form, says: `${form.says}.` };
	const until =
		{ repe: ', or until they differ', repne: ', or until they are equal' }[prefix] ?? '';
	return {
		...form,
		says: `${form.says}; repeats that rcx times${until}.`,
		reads: ['rcx', ...(form.reads ?? [])],
		writes: ['rcx', ...(form.writes ?? [])],
		term: 'microcode'
	};
}

function conditional(mnemonic: string): Form | undefined {
	const [, kind, suffix = ''] = /^(j|set|cmov)(n?[obseplg]e?|ae?|n[obsep])$/.exec(mnemonic) ?? [];
	const condition = conditions[suffix];
	if (condition === undefined) return undefined;
	if (kind === 'j')
		return {
			says: `Jumps to {1} if ${condition}.`,
			access: 't',
			flags: 'r',
			term: 'branch-prediction'
		};
	if (kind === 'set')
		return { says: `Sets {1} to 1 if ${condition}, else to 0.`, access: 'w', flags: 'r' };
	return {
		says: `Copies {2} to {1} if ${condition}; nothing is predicted.`,
		access: 'b r',
		flags: 'r',
		term: 'conditional-move'
	};
}

/** @param prefix e.g. `lock` or `rep` */
export function x86General(
	mnemonic: string,
	operands: number,
	prefix: string | undefined
): Form | undefined {
	const text = repeatedString(mnemonic, prefix);
	if (text && (prefix !== undefined || mnemonic !== 'movsd')) return text;
	const entry = general[`${mnemonic}/${operands}`] ?? general[mnemonic];
	if (!entry) return conditional(mnemonic);
	const [access, flags, says, more] = entry;
	return { says, access, ...(flags === '' ? {} : { flags }), ...more };
}
