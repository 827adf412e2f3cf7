/** A guess at why a block takes its time, by the bounds beside the measurement. Pure. */
import type { MeasuredBlock, Predictor } from '../schema/blocks.ts';

/** Ids of the bounds among the predictors, as results have them. */
export const boundIds = {
	width: 'bound: width',
	ports: 'bound: ports of the model',
	chain: 'bound: chain',
	largest: 'largest bound'
} as const;

/**
 * `chain`, `ports`, `width`: this bound is the largest, and the measurement is near it. `below`: less than the largest bound,
 * so that one of the model's figures is too high for this processor. `stores`: above all bounds, and near the prediction in
 * which loads wait for earlier stores. `prefix`: above all bounds, with an instruction that Intel's decoders wait at. `above`: above
 * all bounds for a reason that none of them has.
 */
export type Reason = 'chain' | 'ports' | 'width' | 'below' | 'stores' | 'prefix' | 'above';

/** Part of the measurement within which two times count as near. */
const near = 0.1;
const storesNear = 0.25;

/**
 * @param leader the leading model's prediction among the predictors
 * @param aliasing id of its prediction with aliasing assumed
 * @returns undefined if there are no bounds
 */
export function reasonOf(
	{ cycles: { median }, answers, text }: Pick<MeasuredBlock, 'cycles' | 'answers' | 'text'>,
	leader: Pick<Predictor, 'model'> | undefined,
	aliasing: string | undefined
): Reason | undefined {
	const figure = (id: string) => {
		const answer = answers[id];
		return typeof answer === 'number' ? answer : undefined;
	};
	const bounds = (['chain', 'ports', 'width'] as const).flatMap((reason) => {
		const cycles = figure(boundIds[reason]);
		return cycles === undefined ? [] : [{ reason, cycles }];
	});
	const largest = bounds.toSorted((a, b) => b.cycles - a.cycles)[0];
	if (!largest) return undefined;
	if (median < largest.cycles * (1 - near)) return 'below';
	if (median <= largest.cycles * (1 + near)) return largest.reason;
	const waiting = aliasing === undefined ? undefined : figure(aliasing);
	if (waiting !== undefined && Math.abs(waiting - median) <= storesNear * median) return 'stores';
	const waits = isOfIntel(leader?.model ?? '')
		? text.split('\n').filter(hasLengthChangingPrefix).length
		: 0;
	return waits > 0 && median <= (largest.cycles + waits * prefixCycles) * (1 + near)
		? 'prefix'
		: 'above';
}

/** LLVM's models of AMD's cores are named after Zen; those decode such instructions without a wait. */
const isOfIntel = (model: string) => model !== '' && !/^znver/i.test(model);

/**
 * Cycles for which Intel's decoders wait at such an instruction: 3.16 measured on Emerald Rapids, in 384 copies of `cmp si, 0x7fff`,
 * `test si, 0x7fff` and `and si, 0x7fff`; 128 copies of the first take 0.20 each, because decoded instructions are kept.
 */
const prefixCycles = 3.2;

const withConstant =
	/^(add|or|adc|sbb|and|sub|xor|cmp|test) (?:[abcd]x|[sd]i|[sb]p|r\d+w), (-?)0x([\da-f]+)$/;

/**
 * Whether an operand-size prefix makes an instruction's constant two bytes long, so that the decoders learn late where the next one
 * begins (Intel 64 and IA-32 Architectures Optimization Reference Manual, "Length-Changing Prefixes (LCP)"). A constant of 8 bits is
 * enough for all of these but `test`, if it fits. Moves, multiplications and forms with memory had no wait on Emerald Rapids.
 */
function hasLengthChangingPrefix(line: string): boolean {
	const [, mnemonic, sign, digits] = withConstant.exec(line) ?? [];
	if (digits === undefined) return false;
	const value = parseInt(digits, 16);
	return mnemonic === 'test' || value > (sign === '-' ? 128 : 127);
}
