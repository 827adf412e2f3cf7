/** Instructions of arm64, in sentences of ours after the descriptions in Arm's Architecture Reference Manual. Pure. */
import { splitOperands } from './operands.ts';
import type { Form } from './x86-64.ts';

type Entry = readonly [access: string, says: string, more?: Partial<Form>];
const flagged = { flags: 'w' } as const;
const atomic = { term: 'atomic' } as const;

const forms: Readonly<Record<string, Entry>> = {
	mov: ['w r', 'Copies {2} to {1}.'],
	movz: ['w r', 'Sets {1} to {2}, all other bits to zero.'],
	movn: ['w r', 'Sets {1} to the complement of {2}.'],
	movk: ['b r', 'Writes {2} to 16 bits of {1}, and leaves the others.'],
	mvn: ['w r', 'Copies {2} to {1} with every bit flipped.'],
	neg: ['w r', 'Writes the negative of {2} to {1}.'],
	negs: ['w r', 'Writes the negative of {2} to {1}, and sets the flags.', flagged],
	add: ['w r r', 'Adds {2} and {3} into {1}.'],
	adds: ['w r r', 'Adds {2} and {3} into {1}, and sets the flags.', flagged],
	adc: ['w r r', 'Adds {2}, {3} and the carry flag into {1}.', { flags: 'r' }],
	sub: ['w r r', 'Subtracts {3} from {2} into {1}.'],
	subs: ['w r r', 'Subtracts {3} from {2} into {1}, and sets the flags.', flagged],
	sbc: ['w r r', 'Subtracts {3} and the borrow from {2} into {1}.', { flags: 'r' }],
	cmp: [
		'r r',
		'Compares {1} with {2}: subtracts, sets the flags, and drops the difference.',
		flagged
	],
	cmn: ['r r', 'Compares {1} with the negative of {2}, and sets the flags.', flagged],
	tst: ['r r', 'Sets the flags by the bits that {1} and {2} have in common.', flagged],
	and: ['w r r', 'Writes the bits that {2} and {3} have in common to {1}.'],
	ands: [
		'w r r',
		'Writes the bits that {2} and {3} have in common to {1}, and sets the flags.',
		flagged
	],
	bic: ['w r r', 'Writes the bits of {2} that {3} does not have to {1}.'],
	orr: ['w r r', 'Writes the bits that {2} or {3} has to {1}.'],
	orn: ['w r r', 'Writes the bits that {2} has or {3} does not have to {1}.'],
	eor: ['w r r', 'Writes the bits in which {2} and {3} differ to {1}.'],
	eon: ['w r r', 'Writes the bits in which {2} and {3} agree to {1}.'],
	lsl: ['w r r', 'Shifts {2} left by {3} bits into {1}.'],
	lsr: ['w r r', 'Shifts {2} right by {3} bits into {1}, filled with zeros.'],
	asr: ['w r r', 'Shifts {2} right by {3} bits into {1}, filled with the sign.'],
	ror: ['w r r', 'Rotates {2} right by {3} bits into {1}.'],
	extr: ['w r r r', 'Takes a register’s width of bits across {2} and {3}, from bit {4}, into {1}.'],
	ubfx: ['w r r r', 'Extracts {4} bits of {2} from bit {3}, into {1}.'],
	sbfx: ['w r r r', 'Extracts {4} bits of {2} from bit {3}, with their sign, into {1}.'],
	ubfiz: [
		'w r r r',
		'Moves the lowest {4} bits of {2} to bit {3} of {1}, and sets the others to zero.'
	],
	sbfiz: ['w r r r', 'Moves the lowest {4} bits of {2} to bit {3} of {1}, with their sign.'],
	bfi: ['b r r r', 'Writes the lowest {4} bits of {2} to bit {3} of {1}, and leaves the others.'],
	bfxil: [
		'b r r r',
		'Writes {4} bits of {2}, from bit {3}, to the lowest of {1}, and leaves the others.'
	],
	uxtb: ['w r', 'Copies the lowest byte of {2} to {1}, filled with zeros.'],
	uxth: ['w r', 'Copies the lowest 2 bytes of {2} to {1}, filled with zeros.'],
	sxtb: ['w r', 'Copies the lowest byte of {2} to {1}, filled with the sign.'],
	sxth: ['w r', 'Copies the lowest 2 bytes of {2} to {1}, filled with the sign.'],
	sxtw: ['w r', 'Copies {2} to {1}, filled with the sign.'],
	mul: ['w r r', 'Multiplies {2} by {3} into {1}.'],
	mneg: ['w r r', 'Multiplies {2} by {3} and writes the negative product to {1}.'],
	madd: ['w r r r', 'Multiplies {2} by {3} and adds {4}, into {1}.'],
	msub: ['w r r r', 'Subtracts {2} times {3} from {4}, into {1}.'],
	umull: ['w r r', 'Multiplies {2} by {3}, unsigned, into 64 bits of {1}.'],
	smull: ['w r r', 'Multiplies {2} by {3}, signed, into 64 bits of {1}.'],
	umulh: [
		'w r r',
		'Multiplies {2} by {3}, unsigned, and writes the upper 64 bits of the product to {1}.'
	],
	smulh: [
		'w r r',
		'Multiplies {2} by {3}, signed, and writes the upper 64 bits of the product to {1}.'
	],
	umaddl: ['w r r r', 'Multiplies {2} by {3}, unsigned, and adds {4}, into {1}.'],
	smaddl: ['w r r r', 'Multiplies {2} by {3}, signed, and adds {4}, into {1}.'],
	udiv: [
		'w r r',
		'Divides {2} by {3}, unsigned, into {1}; divided by zero it is zero.',
		{ term: 'division' }
	],
	sdiv: [
		'w r r',
		'Divides {2} by {3}, signed, into {1}; divided by zero it is zero.',
		{ term: 'division' }
	],
	clz: ['w r', 'Counts the zeros above the highest set bit of {2} into {1}.'],
	cls: ['w r', 'Counts the copies of the sign of {2} into {1}.'],
	rbit: ['w r', 'Reverses the bits of {2} into {1}.'],
	rev: ['w r', 'Reverses the bytes of {2} into {1}.'],
	rev16: ['w r', 'Reverses the bytes of each 2 of {2} into {1}.'],
	rev32: ['w r', 'Reverses the bytes of each 4 of {2} into {1}.'],
	adr: ['w t', 'Writes the address {2}, which is near the instruction, to {1}.'],
	adrp: [
		'w t',
		'Writes the address of the page of 4096 bytes at {2} to {1}; a later instruction adds the place in it.'
	],
	b: ['t', 'Jumps to {1}.'],
	br: ['r', 'Jumps to the address in {1}.'],
	bl: [
		't',
		'Calls {1}: writes the address of the next instruction to x30, and jumps there.',
		{ writes: ['x30'], term: 'call' }
	],
	blr: [
		'r',
		'Calls the function at the address in {1}: writes the address of the next instruction to x30, and jumps there.',
		{ writes: ['x30'], term: 'call' }
	],
	ret: [
		'',
		'Jumps to the return address in x30: the end of a function.',
		{ reads: ['x30'], term: 'call' }
	],
	cbz: ['r t', 'Jumps to {2} if {1} is zero.', { term: 'branch-prediction' }],
	cbnz: ['r t', 'Jumps to {2} if {1} is not zero.', { term: 'branch-prediction' }],
	tbz: ['r r t', 'Jumps to {3} if bit {2} of {1} is zero.', { term: 'branch-prediction' }],
	tbnz: ['r r t', 'Jumps to {3} if bit {2} of {1} is set.', { term: 'branch-prediction' }],
	nop: ['', 'Does nothing; it only takes up bytes.'],
	bti: ['', 'Marks a place that indirect jumps may lead to; it does nothing else.'],
	paciasp: ['', 'Signs the return address in x30.', { reads: ['x30', 'sp'], writes: ['x30'] }],
	autiasp: [
		'',
		'Checks the signature of the return address in x30.',
		{ reads: ['x30', 'sp'], writes: ['x30'] }
	],
	udf: ['', 'Ends the program: an instruction that is always invalid.'],
	brk: ['', 'Stops for a debugger, or ends the program.'],
	svc: [
		'',
		'Calls the operating system; x8 is the number of the call.',
		{ reads: ['x8'], writes: ['x0'], term: 'system' }
	],
	mrs: ['w r', 'Reads the system register {2} into {1}.', { term: 'system' }],
	msr: ['r r', 'Writes {2} to the system register {1}.', { term: 'system' }],
	isb: [
		'',
		'Waits until all earlier instructions are complete, and fetches the next again.',
		{ term: 'fence' }
	],
	dmb: ['', 'Orders earlier loads and stores before later ones.', { term: 'fence' }],
	dsb: ['', 'Waits until earlier loads and stores are complete.', { term: 'fence' }],
	yield: ['', 'Says that this thread only waits.', { term: 'pause' }],
	wfe: ['', 'Waits for an event of another core.', { term: 'pause' }],
	clrex: ['', 'Gives up the reservation of an exclusive load.', atomic],
	prfm: ['r a', 'Asks for the cache line at {2}; nothing waits for it.', { term: 'cache' }],
	prfum: ['r a', 'Asks for the cache line at {2}; nothing waits for it.', { term: 'cache' }],
	fmov: ['w r', 'Copies {2} to {1} without changing its bits.'],
	fadd: ['w r r', 'Adds {2} and {3} into {1}.'],
	fsub: ['w r r', 'Subtracts {3} from {2} into {1}.'],
	fmul: ['w r r', 'Multiplies {2} by {3} into {1}.'],
	fnmul: ['w r r', 'Multiplies {2} by {3} and writes the negative product to {1}.'],
	fdiv: ['w r r', 'Divides {2} by {3} into {1}.'],
	fmadd: ['w r r r', 'Multiplies {2} by {3}, adds {4}, and rounds once, into {1}.'],
	fmsub: ['w r r r', 'Subtracts {2} times {3} from {4}, and rounds once, into {1}.'],
	fnmadd: ['w r r r', 'Writes the negative of {2} times {3} plus {4} to {1}, rounded once.'],
	fnmsub: ['w r r r', 'Multiplies {2} by {3}, subtracts {4}, and rounds once, into {1}.'],
	fmla: [
		'b r r',
		'Multiplies {2} by {3} and adds the products to {1}, rounded once, element by element.'
	],
	fmls: [
		'b r r',
		'Multiplies {2} by {3} and subtracts the products from {1}, rounded once, element by element.'
	],
	fneg: ['w r', 'Writes the negative of {2} to {1}.'],
	fabs: ['w r', 'Writes the absolute value of {2} to {1}.'],
	fsqrt: ['w r', 'Writes the square root of {2} to {1}.'],
	fmax: ['w r r', 'Writes the larger of {2} and {3} to {1}.'],
	fmin: ['w r r', 'Writes the smaller of {2} and {3} to {1}.'],
	fmaxnm: ['w r r', 'Writes the larger of {2} and {3} to {1}, a number rather than a NaN.'],
	fminnm: ['w r r', 'Writes the smaller of {2} and {3} to {1}, a number rather than a NaN.'],
	fcmp: ['r r', 'Compares {1} with {2}, and sets the flags.', flagged],
	fcmpe: ['r r', 'Compares {1} with {2}, and sets the flags.', flagged],
	fcvt: ['w r', 'Converts {2} to the precision of {1}.'],
	fcvtzs: ['w r', 'Converts {2} to a signed integer, rounded towards zero, into {1}.'],
	fcvtzu: ['w r', 'Converts {2} to an unsigned integer, rounded towards zero, into {1}.'],
	scvtf: ['w r', 'Converts the signed integer {2} to a float, into {1}.'],
	ucvtf: ['w r', 'Converts the unsigned integer {2} to a float, into {1}.'],
	faddp: ['w r r', 'Adds neighbouring elements of {2} into {1}.'],
	addp: ['w r r', 'Adds neighbouring elements of {2} into {1}.'],
	addv: ['w r', 'Adds all elements of {2} into {1}.'],
	uaddlv: ['w r', 'Adds all elements of {2}, widened, into {1}.'],
	dup: ['w r', 'Copies {2} to every element of {1}.'],
	movi: ['w r', 'Sets every element of {1} to {2}.'],
	mvni: ['w r', 'Sets every element of {1} to the complement of {2}.'],
	umov: ['w r', 'Copies the element {2} to {1}.'],
	smov: ['w r', 'Copies the element {2}, with its sign, to {1}.'],
	ins: ['b r', 'Copies {2} to the element {1}.'],
	ext: ['w r r r', 'Takes a register of bytes across {2} and {3}, from byte {4}, into {1}.'],
	shl: ['w r r', 'Shifts each element of {2} left by {3} bits into {1}.'],
	ushr: ['w r r', 'Shifts each element of {2} right by {3} bits into {1}, filled with zeros.'],
	sshr: ['w r r', 'Shifts each element of {2} right by {3} bits into {1}, filled with the sign.'],
	usra: ['b r r', 'Shifts each element of {2} right by {3} bits and adds it to {1}.'],
	ushl: ['w r r', 'Shifts each element of {2} left by as many bits as {3} has, into {1}.'],
	mla: ['b r r', 'Multiplies {2} by {3} and adds the products to {1}, element by element.'],
	mls: ['b r r', 'Multiplies {2} by {3} and subtracts the products from {1}, element by element.'],
	cmeq: [
		'w r r',
		'Compares elements of {2} and {3}: all bits of an element of {1} are set where they are equal.'
	],
	cmgt: [
		'w r r',
		'Compares elements of {2} and {3}, signed: all bits of an element of {1} are set where that of {2} is greater.'
	],
	cmhi: [
		'w r r',
		'Compares elements of {2} and {3}, unsigned: all bits of an element of {1} are set where that of {2} is greater.'
	],
	cmge: [
		'w r r',
		'Compares elements of {2} and {3}, signed: all bits of an element of {1} are set where that of {2} is not less.'
	],
	bsl: ['b r r', 'Takes each bit from {2} where {1} has a 1, else from {3}, into {1}.'],
	bit: ['b r r', 'Writes the bits of {2} that are set in {3} to {1}.'],
	bif: ['b r r', 'Writes the bits of {2} that are not set in {3} to {1}.'],
	zip1: ['w r r', 'Interleaves the lower halves of {2} and {3} into {1}.'],
	zip2: ['w r r', 'Interleaves the upper halves of {2} and {3} into {1}.'],
	uzp1: ['w r r', 'Takes the even elements of {2} and {3} into {1}.'],
	uzp2: ['w r r', 'Takes the odd elements of {2} and {3} into {1}.'],
	trn1: ['w r r', 'Takes the even elements of {2} and {3}, alternately, into {1}.'],
	trn2: ['w r r', 'Takes the odd elements of {2} and {3}, alternately, into {1}.'],
	tbl: ['w r r', 'Picks bytes of {2} by the indexes in {3}, into {1}.'],
	cnt: ['w r', 'Counts the set bits of each byte of {2} into {1}.'],
	xtn: ['w r', 'Narrows each element of {2} to half its size, into {1}.'],
	ushll: [
		'w r r',
		'Widens the lower elements of {2}, filled with zeros, and shifts them left by {3}, into {1}.'
	],
	sshll: [
		'w r r',
		'Widens the lower elements of {2}, filled with the sign, and shifts them left by {3}, into {1}.'
	],
	ushll2: [
		'w r r',
		'Widens the upper elements of {2}, filled with zeros, and shifts them left by {3}, into {1}.'
	],
	sshll2: [
		'w r r',
		'Widens the upper elements of {2}, filled with the sign, and shifts them left by {3}, into {1}.'
	],
	smax: ['w r r', 'Writes the larger of each pair of elements of {2} and {3}, signed, to {1}.'],
	umax: ['w r r', 'Writes the larger of each pair of elements of {2} and {3}, unsigned, to {1}.'],
	smin: ['w r r', 'Writes the smaller of each pair of elements of {2} and {3}, signed, to {1}.'],
	umin: ['w r r', 'Writes the smaller of each pair of elements of {2} and {3}, unsigned, to {1}.'],
	abs: ['w r', 'Writes the absolute value of {2} to {1}.']
};

/** What holds after a comparison of two values. */
const conditions: Readonly<Record<string, string>> = {
	eq: 'the values were equal',
	ne: 'the values differed',
	hs: 'the first value was not below the second, unsigned',
	cs: 'there was a carry',
	lo: 'the first value was below the second, unsigned',
	cc: 'there was no carry',
	mi: 'the result was negative',
	pl: 'the result was not negative',
	vs: 'there was a signed overflow, or a NaN',
	vc: 'there was no signed overflow and no NaN',
	hi: 'the first value was above the second, unsigned',
	ls: 'the first value was below or equal to the second, unsigned',
	ge: 'the first value was not less than the second, signed',
	lt: 'the first value was less than the second, signed',
	gt: 'the first value was greater than the second, signed',
	le: 'the first value was less than or equal to the second, signed'
};

const selections: Readonly<Record<string, readonly [access: string, says: string]>> = {
	csel: ['w r r', 'Writes {2} to {1} if @, else {3}; nothing is predicted.'],
	csinc: ['w r r', 'Writes {2} to {1} if @, else {3} plus 1.'],
	csinv: ['w r r', 'Writes {2} to {1} if @, else {3} with its bits flipped.'],
	csneg: ['w r r', 'Writes {2} to {1} if @, else the negative of {3}.'],
	cset: ['w', 'Sets {1} to 1 if @, else to 0.'],
	csetm: ['w', 'Sets all bits of {1} if @, else none.'],
	cinc: ['w r', 'Writes {2} to {1}, plus 1 if @.'],
	cinv: ['w r', 'Writes {2} to {1}, with its bits flipped if @.'],
	cneg: ['w r', 'Writes {2} to {1}, negated if @.'],
	fcsel: ['w r r', 'Writes {2} to {1} if @, else {3}; nothing is predicted.'],
	ccmp: ['r r r', 'Compares {1} with {2} if @, else sets the flags to {3}.']
};

function conditional(mnemonic: string, operands: readonly string[]): Form | undefined {
	const branch = /^b\.(\w\w)$/.exec(mnemonic)?.[1];
	if (branch !== undefined)
		return {
			says: `Jumps to {1} if ${conditions[branch]}.`,
			access: 't',
			flags: 'r',
			term: 'branch-prediction'
		};
	const selection = selections[mnemonic];
	const condition = conditions[operands.at(-1) ?? ''];
	if (!selection || condition === undefined) return undefined;
	const flags = mnemonic === 'ccmp' ? ('b' as const) : ('r' as const);
	return {
		says: selection[1].replace('@', condition),
		access: selection[0],
		flags,
		...(mnemonic.startsWith('cs') || mnemonic === 'fcsel'
			? { term: 'conditional-move' as const }
			: {})
	};
}

const sizes: Readonly<Record<string, number>> = { b: 1, h: 2, w: 4, s: 4, x: 8, d: 8, q: 16 };

/** Loads and stores: `ldr`, `ldrsb`, `stp`, `ldaxr`, `stlxr`, `ld1`, with the address's change. */
function memory(mnemonic: string, operands: readonly string[]): Form | undefined {
	const single = /^(ld|st)(a|l)?(x)?(u?r|ap?u?r|u)(s?)([bhw]?)$/.exec(mnemonic);
	const pair = /^(ld|st)(n?)p(sw)?$/.exec(mnemonic);
	const vector = /^(ld|st)([1-4])(r?)$/.exec(mnemonic);
	const at = operands.findIndex((operand) => operand.startsWith('['));
	if (at < 0 || !(single ?? pair ?? vector)) return undefined;
	const isLoad = mnemonic.startsWith('ld');
	const base = splitOperands(operands[at]?.replace(/[[\]!]/g, '') ?? '')[0] ?? '';
	const after = operands[at + 1];
	const moved =
		after === undefined
			? operands[at]?.endsWith('!')
				? `, after moving ${base} there`
				: ''
			: `, and then adds ${after.replace('#', '')} to ${base}`;
	const writes = moved === '' ? {} : { writes: [base] };
	const place = `{${at + 1}}`;
	const exclusive = single?.[3] !== undefined;
	const ordered = single?.[2] !== undefined || single?.[4]?.startsWith('ap') === true;
	const term = exclusive
		? { term: 'atomic' as const }
		: ordered
			? { term: 'ordered' as const }
			: {};
	const more = `${ordered ? (isLoad ? ', before all later loads and stores' : ', after all earlier loads and stores') : ''}${moved}`;
	if (single) {
		const size =
			sizes[single[6] ?? ''] ?? sizes[operands[exclusive && !isLoad ? 1 : 0]?.[0] ?? ''] ?? 8;
		const what = `${size} byte${size === 1 ? '' : 's'}`;
		if (exclusive && !isLoad)
			return {
				says: `Stores ${what} of {2} in ${place} if nobody else wrote there since the exclusive load; {1} becomes 0 if so, else 1${more}.`,
				access: 'w r w',
				...term
			};
		if (isLoad)
			return {
				says: `Loads ${what} from ${place} into {1}${single[5] === 's' ? ', with their sign' : ''}${exclusive ? ', and reserves them for a store' : ''}${more}.`,
				access: 'w r',
				...writes,
				...term
			};
		return { says: `Stores ${what} of {1} in ${place}${more}.`, access: 'r w', ...writes, ...term };
	}
	if (pair)
		return isLoad
			? {
					says: `Loads {1} and {2} from ${place}, one behind the other${moved}.`,
					access: 'w w r',
					...writes
				}
			: {
					says: `Stores {1} and {2} in ${place}, one behind the other${moved}.`,
					access: 'r r w',
					...writes
				};
	return isLoad
		? {
				says: `Loads {1} from ${place}${vector?.[3] === 'r' ? ', each element from the same place' : ''}${moved}.`,
				access: 'w r',
				...writes
			}
		: { says: `Stores {1} in ${place}${moved}.`, access: 'r w', ...writes };
}

function readModifyWrite(mnemonic: string): Form | undefined {
	const found = /^(ld|st)(add|clr|eor|set|[su]max|[su]min)(a?l?)[bh]?$/.exec(mnemonic);
	const verbs: Readonly<Record<string, string>> = {
		add: 'Adds {1} to {3}',
		clr: 'Clears the bits of {3} that are set in {1}',
		eor: 'Flips the bits of {3} that are set in {1}',
		set: 'Sets the bits of {3} that are set in {1}',
		smax: 'Writes the larger of {1} and {3} to {3}, signed',
		umax: 'Writes the larger of {1} and {3} to {3}, unsigned',
		smin: 'Writes the smaller of {1} and {3} to {3}, signed',
		umin: 'Writes the smaller of {1} and {3} to {3}, unsigned'
	};
	const verb = verbs[found?.[2] ?? ''];
	if (verb !== undefined)
		return found?.[1] === 'ld'
			? {
					says: `${verb} in one step, and writes the former value to {2}.`,
					access: 'r w b',
					...atomic
				}
			: { says: `${verb.replaceAll('{3}', '{2}')} in one step.`, access: 'r b', ...atomic };
	if (/^swp(a?l?)[bh]?$/.test(mnemonic))
		return {
			says: 'Writes {1} to {3} and the former value to {2}, in one step.',
			access: 'r w b',
			...atomic
		};
	if (/^cas(a?l?)[bh]?$/.test(mnemonic))
		return {
			says: 'Compares {1} with {3}, and writes {2} there if they are equal; {1} gets the former value.',
			access: 'b r b',
			...atomic
		};
	return undefined;
}

export function arm64Form(mnemonic: string, operands: readonly string[]): Form | undefined {
	const entry = forms[mnemonic];
	if (!entry)
		return (
			conditional(mnemonic, operands) ?? memory(mnemonic, operands) ?? readModifyWrite(mnemonic)
		);
	const [access, says, more] = entry;
	return { says, access, ...more };
}
