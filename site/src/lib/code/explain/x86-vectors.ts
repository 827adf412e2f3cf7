/**
 * Instructions of x86-64 on vector registers, by rules: a stem says what happens, a suffix of which elements. Sentences of ours after
 * the same manuals as `x86-64.ts`. Pure.
 *
 * `{d}` is the destination; `x86-vectors.txt` has the others. Of two operands the first is source and destination.
 */
import { rowsOf } from '../../ui/rows.ts';
import type { Form } from './forms.ts';
import table from './x86-vectors.txt?raw';

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

/** Sentences by what an instruction works on and its stem. */
const sentences = new Map(
	rowsOf(table).map(([kind, stem, says = '']) => [`${kind} ${stem}`, says])
);

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
	if (/^(p?align[dqr])$/.test(name))
		return binary(sentences.get('whole of two palignr') ?? '', operands.length > 3);
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
	const pair = sentences.get(`whole of two ${name}`);
	if (pair !== undefined) return binary(pair, three || (mnemonic !== name && operands.length > 2));
	const single = sentences.get(`whole of one ${name}`);
	if (single !== undefined) return { says: `${single}; it goes to {d}.`, access: 'w r r' };
	const [, floating = '', suffix = ''] = /^(\w+?)(ps|pd|ph|ss|sd|sh)$/.exec(name) ?? [];
	const width = widthOf(operands);
	const withElements = (says: string, elements: string) =>
		says
			.replace('{e}', elements)
			.replace('those', elements.startsWith('the lowest') ? 'that' : 'those');
	const floats = sentences.get(`floats of two ${floating}`);
	if (floats !== undefined) return binary(withElements(floats, floatWords(suffix, width)), three);
	const float = sentences.get(`floats of one ${floating.replace(/14$/, '')}`);
	if (float !== undefined) return unary(withElements(float, floatWords(suffix, width)));
	const [, integer = '', size = ''] = /^p(\w+?)([bwdq])$/.exec(name) ?? [];
	const integers = sentences.get(`integers of two ${integer}`);
	// Shifts by a constant have their source second in the form of three operands.
	return integers === undefined
		? undefined
		: binary(withElements(integers, integerWords(size, width)), operands.length > 2);
}
