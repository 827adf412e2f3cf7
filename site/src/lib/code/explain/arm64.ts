/** Instructions of arm64 (`arm64.txt`), in sentences of ours after the descriptions in Arm's Architecture Reference Manual. Pure. */
import { readForms, type Form } from './forms.ts';
import { splitOperands } from './operands.ts';
import table from './arm64.txt?raw';

const forms = readForms(table);
const atomic = { term: 'atomic' } as const;

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

function listed(mnemonic: string, operands: readonly string[]): Form | undefined {
	const branch = /^b\.(\w\w)$/.exec(mnemonic)?.[1];
	if (branch !== undefined)
		return {
			says: `Jumps to {1} if ${conditions[branch]}.`,
			access: 't',
			flags: 'r',
			term: 'branch-prediction'
		};
	const form = forms.get(mnemonic);
	if (!form?.says.includes('@')) return form;
	const condition = conditions[operands.at(-1) ?? ''];
	return condition === undefined ? undefined : { ...form, says: form.says.replace('@', condition) };
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
	return listed(mnemonic, operands) ?? memory(mnemonic, operands) ?? readModifyWrite(mnemonic);
}
