/**
 * Instructions of x86-64 that work on general registers (`x86-64.txt`), in sentences of ours after the descriptions in Intel's
 * Software Developer's Manual, volume 2, and AMD's Architecture Programmer's Manual, volumes 3 to 5. Pure.
 */
import { readForms, type Form } from './forms.ts';
import table from './x86-64.txt?raw';

const forms = readForms(table);

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

function repeatedString(mnemonic: string, prefix: string | undefined): Form | undefined {
	const form = forms.get(/^(movs|stos|lods|scas|cmps)[bwdq]$/.exec(mnemonic)?.[1] ?? '');
	if (!form || prefix === undefined || !/^rep/.test(prefix)) return form;
	const until =
		{ repe: ', or until they differ', repne: ', or until they are equal' }[prefix] ?? '';
	return {
		...form,
		says: `${form.says.slice(0, -1)}; repeats that rcx times${until}.`,
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
	return forms.get(`${mnemonic}/${operands}`) ?? forms.get(mnemonic) ?? conditional(mnemonic);
}
