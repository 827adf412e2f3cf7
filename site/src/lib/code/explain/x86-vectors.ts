/**
 * Instructions of x86-64 on vector registers, by rules: a stem says what happens, a suffix of which elements. Sentences of ours after
 * the same manuals as `x86-64.ts`. Pure.
 *
 * `{a}` and `{b}` are the sources, `{d}` the destination, `{e}` the elements. Of two operands the first is source and destination.
 */
import type { Form } from './x86-64.ts';

const floats: Readonly<Record<string, { size: number; single: boolean }>> = {
	ps: { size: 4, single: false },
	pd: { size: 8, single: false },
	ph: { size: 2, single: false },
	ss: { size: 4, single: true },
	sd: { size: 8, single: true },
	sh: { size: 2, single: true }
};
const integers: Readonly<Record<string, number>> = { b: 1, w: 2, d: 4, q: 8 };

/** The bytes of the widest register among the operands; 16 where there is none. */
const widthOf = (operands: readonly string[]) =>
	Math.max(
		16,
		...operands.map((operand) => {
			const wide = /^([xyz])mm/.exec(operand)?.[1];
			return wide === 'z' ? 64 : wide === 'y' ? 32 : 0;
		})
	);

const floatWords = (suffix: string, width: number): string => {
	const { size, single } = floats[suffix] ?? { size: 4, single: true };
	return single
		? `the lowest float of ${size} bytes`
		: `the ${width / size} floats of ${size} bytes`;
};
const integerWords = (suffix: string, width: number): string => {
	const size = integers[suffix] ?? 8;
	return size === 1 ? `the ${width} bytes` : `the ${width / size} integers of ${size} bytes`;
};

/** Of two sources: into the destination. */
const floatPairs: Readonly<Record<string, string>> = {
	add: 'Adds {e} of {b} to those of {a}',
	sub: 'Subtracts {e} of {b} from those of {a}',
	mul: 'Multiplies {e} of {a} by those of {b}',
	div: 'Divides {e} of {a} by those of {b}',
	min: 'Takes the smaller of {e} of {a} and {b}, place by place',
	max: 'Takes the larger of {e} of {a} and {b}, place by place',
	and: 'Takes the bits that {a} and {b} have in common',
	andn: 'Takes the bits of {b} that {a} does not have',
	or: 'Takes the bits that {a} or {b} has',
	xor: 'Takes the bits in which {a} and {b} differ',
	hadd: 'Adds neighbours among {e} of {a} and of {b}',
	hsub: 'Subtracts neighbours among {e} of {a} and of {b}',
	addsub: 'Subtracts and adds, alternately, {e} of {b} and {a}',
	unpckl: 'Interleaves the lower halves of {a} and {b}',
	unpckh: 'Interleaves the upper halves of {a} and {b}',
	shuf: 'Picks elements of {a} and {b} by the constant',
	blend: 'Takes each element from {a} or {b}, by the constant',
	blendv: 'Takes each element from {a} or {b}, by a mask'
};

const floatUnary: Readonly<Record<string, string>> = {
	sqrt: 'Takes the square root of {e} of {s}',
	rcp: 'Estimates 1 divided by {e} of {s}',
	rsqrt: 'Estimates 1 divided by the square root of {e} of {s}',
	round: 'Rounds {e} of {s} to whole numbers, in the way that the constant names',
	rndscale: 'Rounds {e} of {s}, in the way that the constant names',
	perm: 'Picks elements of {s} by the constant or the other operand',
	permil: 'Picks elements within each 16 bytes of {s} by the constant or the other operand'
};

const integerPairs: Readonly<Record<string, string>> = {
	add: 'Adds {e} of {b} to those of {a}; what does not fit is lost',
	adds: 'Adds {e} of {b} to those of {a}, up to the largest signed value',
	addus: 'Adds {e} of {b} to those of {a}, up to the largest unsigned value',
	sub: 'Subtracts {e} of {b} from those of {a}',
	subs: 'Subtracts {e} of {b} from those of {a}, within the signed range',
	subus: 'Subtracts {e} of {b} from those of {a}, down to zero',
	mull: 'Multiplies {e} of {a} by those of {b}, and keeps the lower halves of the products',
	mulh: 'Multiplies {e} of {a} by those of {b}, signed, and keeps the upper halves of the products',
	mins: 'Takes the smaller of {e} of {a} and {b}, signed, place by place',
	minu: 'Takes the smaller of {e} of {a} and {b}, unsigned, place by place',
	maxs: 'Takes the larger of {e} of {a} and {b}, signed, place by place',
	maxu: 'Takes the larger of {e} of {a} and {b}, unsigned, place by place',
	cmpeq: 'Compares {e} of {a} and {b}: all bits of an element are set where they are equal',
	cmpgt:
		'Compares {e} of {a} and {b}, signed: all bits of an element are set where that of {a} is greater',
	avg: 'Averages {e} of {a} and {b}, rounded up',
	hadd: 'Adds neighbours among {e} of {a} and of {b}',
	hsub: 'Subtracts neighbours among {e} of {a} and of {b}',
	sign: 'Negates, clears or keeps {e} of {a} by the signs of those of {b}',
	sllv: 'Shifts {e} of {a} left, each by its own number of bits in {b}',
	srlv: 'Shifts {e} of {a} right, each by its own number of bits in {b}, filled with zeros',
	srav: 'Shifts {e} of {a} right, each by its own number of bits in {b}, filled with the sign',
	sll: 'Shifts {e} of {a} left by {b} bits',
	srl: 'Shifts {e} of {a} right by {b} bits, filled with zeros',
	sra: 'Shifts {e} of {a} right by {b} bits, filled with the sign',
	and: 'Takes the bits that {a} and {b} have in common',
	andn: 'Takes the bits of {b} that {a} does not have',
	or: 'Takes the bits that {a} or {b} has',
	xor: 'Takes the bits in which {a} and {b} differ',
	shuf: 'Picks elements of {a} by {b}',
	perm: 'Picks elements of {a} and {b}, across the whole register'
};

/** Whole names without `v`, of two sources or one. */
const whole: Readonly<Record<string, string>> = {
	pand: integerPairs.and ?? '',
	pandn: integerPairs.andn ?? '',
	por: integerPairs.or ?? '',
	pxor: integerPairs.xor ?? '',
	pmuludq:
		'Multiplies the lower 4 bytes of each 8 of {a} by those of {b}, unsigned; each product has 8 bytes',
	pmuldq:
		'Multiplies the lower 4 bytes of each 8 of {a} by those of {b}, signed; each product has 8 bytes',
	pmulhuw:
		'Multiplies the integers of 2 bytes of {a} and {b}, unsigned, and keeps the upper halves',
	pmulhrsw: 'Multiplies the integers of 2 bytes of {a} and {b}, and keeps the rounded upper halves',
	pmaddwd:
		'Multiplies the integers of 2 bytes of {a} and {b}, and adds neighbouring products, each of 4 bytes',
	pmaddubsw: 'Multiplies the bytes of {a} and {b}, and adds neighbouring products, each of 2 bytes',
	psadbw: 'Adds the absolute differences of the bytes of {a} and {b}, eight at a time',
	packsswb: 'Packs the integers of 2 bytes of {a} and {b} into bytes, within the signed range',
	packssdw:
		'Packs the integers of 4 bytes of {a} and {b} into 2 bytes each, within the signed range',
	packuswb: 'Packs the integers of 2 bytes of {a} and {b} into bytes, within the unsigned range',
	packusdw:
		'Packs the integers of 4 bytes of {a} and {b} into 2 bytes each, within the unsigned range',
	palignr: 'Takes bytes across {a} and {b}, shifted by the constant',
	shufps: 'Picks floats of 4 bytes of {a} and {b} by the constant',
	perm2i128: 'Picks two halves of 16 bytes of {a} and {b} by the constant',
	perm2f128: 'Picks two halves of 16 bytes of {a} and {b} by the constant',
	movhlps: 'Copies the upper 8 bytes of {b} to the lower 8, beside the upper 8 of {a}',
	movlhps: 'Copies the lower 8 bytes of {b} to the upper 8, beside the lower 8 of {a}',
	pslldq: 'Shifts {a} left by the constant, in bytes',
	psrldq: 'Shifts {a} right by the constant, in bytes',
	aesenc: 'Does a round of AES encryption on {a} with the key {b}',
	aesdec: 'Does a round of AES decryption on {a} with the key {b}',
	pclmulqdq: 'Multiplies 8 bytes of {a} by 8 of {b} without carries'
};

/** Whole names without `v`, of one source. */
const moves: Readonly<Record<string, string>> = {
	movd: 'Copies the 4 bytes of {s}, and fills the upper bytes of a register with zeros',
	movq: 'Copies the 8 bytes of {s}, and fills the upper bytes of a register with zeros',
	movddup: 'Copies the lowest 8 bytes of {s} to every 8 bytes',
	movshdup: 'Copies the odd floats of 4 bytes of {s} to both places of each pair',
	movsldup: 'Copies the even floats of 4 bytes of {s} to both places of each pair',
	movntdqa: 'Loads {s} past the caches, where the memory is of that kind',
	lddqu: 'Loads {s} from any address',
	extracti128: 'Copies the half of 16 bytes of {s} that the constant names',
	extractf128: 'Copies the half of 16 bytes of {s} that the constant names',
	pshufd: 'Picks integers of 4 bytes within each 16 bytes of {s}, by the constant',
	pshuflw: 'Picks integers of 2 bytes in the lower half of each 16 bytes of {s}, by the constant',
	pshufhw: 'Picks integers of 2 bytes in the upper half of each 16 bytes of {s}, by the constant',
	permpd: 'Picks floats of 8 bytes of {s}, across the whole register',
	permq: 'Picks integers of 8 bytes of {s}, across the whole register',
	permd: 'Picks integers of 4 bytes of {b}, across the whole register, by {a}',
	permps: 'Picks floats of 4 bytes of {b}, across the whole register, by {a}',
	phminposuw: 'Finds the smallest of the 8 unsigned integers of 2 bytes of {s}, and its place',
	pmovmskb: 'Gathers the highest bit of each byte of {s}',
	movmskps: 'Gathers the sign of each float of 4 bytes of {s}',
	movmskpd: 'Gathers the sign of each float of 8 bytes of {s}',
	aesimc: 'Prepares the key {s} for AES decryption'
};

const numberWords: Readonly<Record<string, string>> = {
	ps: 'floats of 4 bytes',
	pd: 'floats of 8 bytes',
	ph: 'floats of 2 bytes',
	ss: 'the lowest float of 4 bytes',
	sd: 'the lowest float of 8 bytes',
	dq: 'integers of 4 bytes',
	qq: 'integers of 8 bytes',
	udq: 'unsigned integers of 4 bytes',
	uqq: 'unsigned integers of 8 bytes',
	si: 'an integer',
	usi: 'an unsigned integer'
};

const binary = (says: string, three: boolean): Form => ({
	says: `${says}; the result goes to {d}.`,
	access: three ? 'w r r r' : 'b r r'
});
const unary = (says: string): Form => ({
	says: `${says}; the result goes to {d}.`,
	access: 'w r r r'
});

function fused(name: string, operands: readonly string[]): Form | undefined {
	const [, negated, sign, order = '', suffix = ''] =
		/^f(n?)m(add|sub|addsub|subadd)(132|213|231)([ps][sdh])$/.exec(name) ?? [];
	if (sign === undefined) return undefined;
	const [x, y, z] = [...order].map((digit) => `{${digit}}`);
	const after = {
		add: `adds ${z}`,
		sub: `subtracts ${z}`,
		addsub: `subtracts and adds ${z}, alternately`,
		subadd: `adds and subtracts ${z}, alternately`
	}[sign];
	return {
		says: `Multiplies ${floatWords(suffix, widthOf(operands))} of ${x} by ${/^s/.test(suffix) ? 'that' : 'those'} of ${y}${negated ? ', negates the products' : ''}, ${after}, and rounds once, into {1}.`,
		access: 'b r r'
	};
}

function converted(name: string): Form | undefined {
	const [, truncated, from, to] =
		/^cvt(t?)(ps|pd|ph|ss|sd|dq|qq|udq|uqq|si|usi)2(ps|pd|ph|ss|sd|dq|qq|udq|uqq|si|usi)$/.exec(
			name
		) ?? [];
	if (from === undefined || to === undefined) return undefined;
	return {
		says: `Converts ${numberWords[from]} in {s} to ${numberWords[to]}${truncated ? ', rounded towards zero' : ''}, into {d}.`,
		access: 'w r r'
	};
}

function moved(name: string, operands: readonly string[]): Form | undefined {
	const [, aligned, suffix = ''] = /^mov([au])(ps|pd|ph)$/.exec(name) ?? [];
	const [, whole, size] = /^mov(dq[au])(8|16|32|64)?$/.exec(name) ?? [];
	const from = operands[1]?.includes('[')
		? 'Loads'
		: operands[0]?.includes('[')
			? 'Stores'
			: 'Copies';
	const width = widthOf(operands);
	if (aligned !== undefined || whole !== undefined) {
		const must = aligned === 'a' || whole === 'dqa';
		const what =
			aligned === undefined
				? `${width} bytes of integers${size === undefined ? '' : `, masked by ${Number(size) / 8} bytes`}`
				: floatWords(suffix, width).replace('the ', '');
		const memory =
			from === 'Copies'
				? ''
				: must
					? `; the address must be a multiple of ${width}`
					: ', at any address';
		return {
			says: `${from} {2} ${from === 'Stores' ? 'in' : 'to'} {1}: ${what}${memory}.`,
			access: 'w r'
		};
	}
	const scalar = /^mov(s[sdh])$/.exec(name)?.[1];
	if (scalar !== undefined && operands.length < 3)
		return {
			says:
				from === 'Loads'
					? `Loads a float of ${floats[scalar]?.size} bytes from {2} into {1}, and sets the rest of the register to zero.`
					: `${from} ${floatWords(scalar, 16)} of {2} ${from === 'Stores' ? 'in' : 'to'} {1}.`,
			access: 'w r'
		};
	if (scalar !== undefined)
		return {
			says: `Writes ${floatWords(scalar, 16)} of {3}, with the upper bytes of {2}, to {1}.`,
			access: 'w r r'
		};
	const half = /^mov([lh])p[sd]$/.exec(name)?.[1];
	if (half !== undefined) {
		const part = half === 'l' ? 'lower' : 'upper';
		if (operands.length === 3)
			return {
				says: `Puts {3} in the ${part} 8 bytes, beside the other 8 of {2}, into {1}.`,
				access: 'w r r'
			};
		return from === 'Stores'
			? { says: `Stores the ${part} 8 bytes of {2} in {1}.`, access: 'w r' }
			: { says: `Loads {2} to the ${part} 8 bytes of {1}, and leaves the others.`, access: 'b r' };
	}
	if (/^movnt(ps|pd|dq)$/.test(name))
		return { says: 'Stores {2} in {1} past the caches.', access: 'w r', term: 'non-temporal' };
	return undefined;
}

function special(name: string, operands: readonly string[]): Form | undefined {
	const compare = /^u?comi(s[sdh])$/.exec(name)?.[1];
	if (compare !== undefined)
		return {
			says: `Compares ${floatWords(compare, 16)} of {1} with that of {2}, and sets the flags.`,
			access: 'r r',
			flags: 'w'
		};
	const extended = /^pmov([sz])x([bwd])([wdq])$/.exec(name);
	if (extended)
		return {
			says: `Widens the lowest integers of ${integers[extended[2] ?? '']} byte${extended[2] === 'b' ? '' : 's'} of {2} to ${integers[extended[3] ?? '']} each, filled with ${extended[1] === 's' ? 'the sign' : 'zeros'}, into {1}.`,
			access: 'w r'
		};
	const narrowed = /^pmov(s|us)?([wdq])([bwd])$/.exec(name);
	if (narrowed)
		return {
			says: `Narrows the integers of ${integers[narrowed[2] ?? '']} bytes of {2} to ${integers[narrowed[3] ?? '']} each${narrowed[1] === undefined ? '; the upper bytes are lost' : ', within the range'}, into {1}.`,
			access: 'w r'
		};
	const inserted = /^p?(insert|extr)(act)?(ps|[bwdq]|[if]128|[if]\d+x\d)$/.exec(name);
	if (inserted?.[1] === 'insert' || /^pinsr[bwdq]$/.test(name))
		return operands.length > 3
			? {
					says: 'Copies {2} to {1}, with {3} at the place that the constant names.',
					access: 'w r r r'
				}
			: { says: 'Puts {2} into {1} at the place that the constant names.', access: 'b r r' };
	if (/^pextr[bwdq]$|^extractps$|^extract[if]\d+x\d$/.test(name))
		return { says: 'Copies the element of {2} that the constant names to {1}.', access: 'w r r' };
	if (/^p?broadcast/.test(name))
		return { says: 'Copies the lowest element of {2} to every element of {1}.', access: 'w r' };
	if (/^p?gather[dq][dqps]+$/.test(name))
		return {
			says: 'Loads each element of {1} from an address of its own, {2}, where the mask allows it.',
			access: 'b r b',
			term: 'gather'
		};
	if (/^p?scatter[dq][dqps]+$/.test(name))
		return {
			says: 'Stores each element of {2} at an address of its own, {1}, where the mask allows it.',
			access: 'w r',
			term: 'gather'
		};
	if (/^p?maskmov/.test(name))
		return {
			says: 'Copies the elements of {3} that the mask {2} selects to {1}.',
			access: 'w r r'
		};
	if (/^p?test|^test/.test(name) && operands.length === 2)
		return {
			says: 'Sets the flags by the bits that {1} and {2} have in common.',
			access: 'r r',
			flags: 'w'
		};
	if (/^pternlog[dq]$/.test(name))
		return {
			says: 'Computes each bit of {1} from the bits of {1}, {2} and {3}, by the table in the constant.',
			access: 'b r r r'
		};
	const counted = /^p(popcnt|lzcnt|abs)([bwdq])$/.exec(name);
	if (counted) {
		const what = {
			popcnt: 'Counts the set bits of',
			lzcnt: 'Counts the zeros above the highest set bit of',
			abs: 'Takes the absolute value of'
		}[counted[1] ?? ''];
		return {
			says: `${what} each of ${integerWords(counted[2] ?? '', widthOf(operands))} of {2}, into {1}.`,
			access: 'w r'
		};
	}
	if (/^p?(compress|expand)/.test(name))
		return {
			says: 'Moves the elements of {2} that the mask selects next to each other, or back, into {1}.',
			access: 'w r'
		};
	const unpacked = /^punpck([lh])(bw|wd|dq|qdq)$/.exec(name);
	if (unpacked)
		return binary(
			`Interleaves the ${unpacked[1] === 'l' ? 'lower' : 'upper'} halves of each 16 bytes of {a} and {b}`,
			operands.length > 2
		);
	if (/^p?blend/.test(name))
		return binary(
			'Takes each element from {a} or {b}, by the constant or mask',
			operands.length > 2
		);
	if (/^perm[ti]2/.test(name))
		return { says: 'Picks elements of two registers by indexes, into {1}.', access: 'b r r' };
	if (/^(p?align[dqr])$/.test(name)) return binary(whole.palignr ?? '', operands.length > 3);
	if (/^dpb|^dpw|^pdp/.test(name))
		return {
			says: 'Multiplies small integers of {2} and {3}, and adds the products to {1}.',
			access: 'b r r'
		};
	const mask = /^k(mov|and|andn|or|xor|xnor|not|ortest|test|unpck|shiftl|shiftr|add)[bwdq]+$/.exec(
		name
	)?.[1];
	if (mask === 'mov') return { says: 'Copies the mask {2} to {1}.', access: 'w r' };
	if (mask === 'ortest' || mask === 'test')
		return { says: 'Sets the flags by the masks {1} and {2}.', access: 'r r', flags: 'w' };
	if (mask !== undefined)
		return { says: 'Combines the masks {2} and {3} into {1}.', access: 'w r r' };
	const compared = /^p?cmp\w*?(ps|pd|ss|sd|ph|sh|[bwdq])$/.exec(name);
	if (compared && !/^pcmp(eq|gt)[bwdq]$/.test(name))
		return {
			says: `Compares elements of {a} and {b}; {d} gets all bits, or the bit of a mask, where the comparison holds.`,
			access: operands.length > 2 && !/^\d|^0x/.test(operands[2] ?? '') ? 'w r r r' : 'b r r'
		};
	return undefined;
}

/** @param operands texts, without masks */
export function x86Vector(mnemonic: string, operands: readonly string[]): Form | undefined {
	const name = mnemonic.replace(/^v/, '');
	const three = operands.filter((operand) => !/^-?(0x)?[\da-f]+$/.test(operand)).length > 2;
	const found =
		fused(name, operands) ?? converted(name) ?? moved(name, operands) ?? special(name, operands);
	if (found) return found;
	if (whole[name] !== undefined)
		return binary(whole[name], three || (mnemonic !== name && operands.length > 2));
	if (moves[name] !== undefined)
		return { says: `${moves[name]}; it goes to {d}.`, access: 'w r r' };
	const [, floating = '', suffix = ''] = /^(\w+?)(ps|pd|ph|ss|sd|sh)$/.exec(name) ?? [];
	const width = widthOf(operands);
	const withElements = (says: string, elements: string) =>
		says
			.replace('{e}', elements)
			.replace('those', elements.startsWith('the lowest') ? 'that' : 'those');
	if (floatPairs[floating] !== undefined)
		return binary(withElements(floatPairs[floating], floatWords(suffix, width)), three);
	const stem = floating.replace(/14$/, '');
	if (floatUnary[stem] !== undefined)
		return unary(withElements(floatUnary[stem], floatWords(suffix, width)));
	const [, integer = '', size = ''] = /^p(\w+?)([bwdq])$/.exec(name) ?? [];
	if (integerPairs[integer] !== undefined) {
		// shifts by a constant have their source second in the form of three operands
		return binary(
			withElements(integerPairs[integer], integerWords(size, width)),
			operands.length > 2
		);
	}
	return undefined;
}
