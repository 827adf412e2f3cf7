/** The resources that limit a block, concluded from the times of its variants. Pure. */
import { x86 } from '../inspect/isa-x86-64.ts';
import type { Decoded } from '../inspect/listing.ts';
import type { Interval } from '../schema/measurement.ts';
import type { InterventionKind, Limit, Tried, Why } from '../schema/why.ts';
import { carriedChains } from './carried.ts';
import type { CodeBlock } from './extract.ts';
import { isStore } from './interventions.ts';

/** Part of the block's time below which a saving is no explanation, even outside of the intervals. */
const smallest = 0.02;
/** Part of a saving by several changes that a single one must reach to be named instead. */
const asGood = 0.9;

/** Cycles saved, with an interval as for a difference of independent medians. Below 0: the variant takes longer. */
export function savingOf(whole: Interval, variant: Interval): Interval {
	const median = whole.median - variant.median;
	const low = median - Math.hypot(whole.median - whole.low, variant.high - variant.median);
	const high = median + Math.hypot(whole.high - whole.median, variant.median - variant.low);
	return { median, low, high };
}

type Effect = { tried: Tried; by: number; cycles: Interval; saved: Interval };

const isShorter = ({ cycles, saved }: Effect) =>
	saved.low > 0 && saved.median >= smallest * (cycles.median + saved.median);

type Found = Why['limits'][number];

/** The largest saving first; each kind of limit once. Empty if no variant was shorter. */
export function limitsOf(
	{ instructions }: Pick<CodeBlock, 'instructions'>,
	tried: readonly Tried[]
): Found[] {
	const effects = tried.flatMap((one, by): Effect[] =>
		'dropped' in one.result ? [] : [{ tried: one, by, ...one.result }]
	);
	const shorter = effects.filter(isShorter);
	const of = (...kinds: InterventionKind[]) =>
		shorter.filter(({ tried: { kind } }) => kinds.includes(kind));
	const at = (kind: InterventionKind, index: number | undefined) =>
		effects.find(({ tried: one }) => one.kind === kind && one.at === index);

	const breaks = of('break');
	const broken = of('break', 'break-all').length > 0;
	/** Instructions whose removal shortens a chain, whatever else it does. */
	const chained = new Set<number>();
	if (broken)
		for (const { register, members } of carriedChains({ instructions }))
			if (breaks.length === 0 || breaks.some(({ tried: one }) => one.register === register))
				for (const index of members) chained.add(index);
	const isApart = ({ tried: { at: index } }: Effect) => index === undefined || !chained.has(index);

	const instructionOf = ({ tried: { at: index } }: Effect) =>
		index === undefined ? undefined : instructions[index];
	const loads = of('register-for-load').filter(isApart);
	const waits = (effect: Effect) => {
		const load = instructionOf(effect);
		return load !== undefined && instructions.some((one) => meets(one, load));
	};
	const waiting = [...loads.filter(waits), ...of('store-for-update').filter(isApart)];
	const free = loads.filter((one) => !waits(one));
	const allLoads = of('registers-for-loads').filter(() => chained.size === 0);
	const anyMeets = instructions.some((load) => instructions.some((store) => meets(store, load)));

	/** Of instructions that do something else than a chain's step, and whose place a nop takes without their cost. */
	const inPlace = of('nop-in-place').filter(isApart);
	const stores = inPlace.filter((one) => is(instructionOf(one), isStore));
	const isTimed = effects.some(
		(one) => one.tried.kind === 'nop-in-place' && is(instructionOf(one), isStore)
	);
	// Without all stores there are fewer slots, too: a nop must save time in the place of one, if one was measured.
	const allStores = isTimed && stores.length === 0 ? [] : of('no-stores');
	const units = inPlace.filter((one) => is(instructionOf(one), (it) => !x86.access(it).memory));
	const added = effects.find(({ tried: { kind } }) => kind === 'nop-added');
	const slots =
		added && added.saved.high < 0
			? of('leave-out')
					.filter(isApart)
					.filter((one) => {
						const nop = at('nop-in-place', one.tried.at);
						return nop !== undefined && nop.saved.median < one.saved.median / 2;
					})
			: [];

	const found: [Limit, readonly Effect[]][] = [
		['chain', of('break', 'break-all')],
		['memory', [...waiting, ...(anyMeets ? allLoads : [])]],
		['loads', [...free, ...(anyMeets ? [] : allLoads)]],
		['stores', waiting.length > 0 ? [] : [...stores, ...allStores]],
		['units', units],
		['front-end', slots]
	];
	return found
		.flatMap(([limit, some]): Found[] => {
			const one = plainest(some);
			return one ? [{ limit, by: one.by, saved: one.saved }] : [];
		})
		.sort((a, b) => b.saved.median - a.saved.median);
}

const is = (one: Decoded | undefined, holds: (it: Decoded) => boolean) =>
	one !== undefined && holds(one);

/** The largest saving, but by a single change if that saves as much as several do. */
function plainest(effects: readonly Effect[]): Effect | undefined {
	const sorted = effects.toSorted((a, b) => b.saved.median - a.saved.median);
	const [largest] = sorted;
	const single = sorted.find(
		({ tried: { at: index, register } }) => index !== undefined || register !== undefined
	);
	if (!largest || !single) return largest;
	return single.saved.median >= asGood * largest.saved.median ? single : largest;
}

/** Whether a store writes bytes that a load reads, by the same registers. Their values may differ, which is not followed. */
function meets(store: Decoded, load: Decoded): boolean {
	const [written, read] = [x86.access(store).memory, x86.access(load).memory];
	if (!written?.stores || !read?.loads) return false;
	// Each address of the program's data has a separate line (`kernel-source.ts`).
	if (written.registers.length === 0) return written.displacement === read.displacement;
	return (
		written.form === read.form &&
		written.displacement < read.displacement + read.bytes &&
		read.displacement < written.displacement + written.bytes
	);
}
