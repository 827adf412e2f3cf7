/** The resources that limit a block, concluded from the times of its variants. Pure. */
import { x86 } from '../inspect/isa-of.ts';
import type { Decoded } from '../inspect/listing.ts';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import type { InterventionKind, Limit, Tried, Why } from '@cyclelab/contract/schema/why';
import { carriedChains, chainedThroughMemory } from './carried.ts';
import type { CodeBlock } from './extract.ts';
import { isStore } from './interventions.ts';
import { meets } from './same-bytes.ts';

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

type FoundLimit = Why['limits'][number];

/** The largest saving first; each kind of limit once. Empty if no variant was shorter. */
export function limitsOf(
	{ instructions }: Pick<CodeBlock, 'instructions'>,
	tried: readonly Tried[]
): FoundLimit[] {
	const effects = tried.flatMap((one, by): Effect[] =>
		'dropped' in one.result ? [] : [{ tried: one, by, ...one.result }]
	);
	const shorter = effects.filter(isShorter);
	const of = (...kinds: InterventionKind[]) =>
		shorter.filter(({ tried: { kind } }) => kinds.includes(kind));
	const at = (kind: InterventionKind, index: number | undefined) =>
		effects.find(({ tried: one }) => one.kind === kind && one.at === index);

	const breaks = of('break');
	const instructionOf = ({ tried: { at: index } }: Effect) =>
		index === undefined ? undefined : instructions[index];
	const throughMemory = chainedThroughMemory({ instructions });
	const loads = of('register-for-load');
	const updates = of('store-for-update');
	/** Replaced loads that end a chain through memory. */
	const comeBack = [
		...[...loads, ...updates].filter(
			({ tried: { at: index } }) => index !== undefined && throughMemory.has(index)
		),
		...(throughMemory.size > 0 ? of('registers-for-loads') : [])
	];

	/** Instructions whose removal shortens a chain, whatever else it does. */
	const chained = new Set(comeBack.length > 0 ? throughMemory : []);
	if (of('break', 'break-all').length > 0)
		for (const { register, members } of carriedChains({ instructions }))
			if (breaks.length === 0 || breaks.some(({ tried: one }) => one.register === register))
				for (const index of members) chained.add(index);
	const isApart = ({ tried: { at: index } }: Effect) => index === undefined || !chained.has(index);

	const waits = (effect: Effect) => {
		const load = instructionOf(effect);
		return load !== undefined && instructions.some((instruction) => meets(instruction, load));
	};
	const apart = loads.filter(isApart);
	const waiting = [...comeBack, ...apart.filter(waits), ...updates.filter(isApart)];
	const free = apart.filter((effect) => !waits(effect));
	const allLoads = of('registers-for-loads').filter(() => chained.size === 0);
	const anyMeets = instructions.some((load) => instructions.some((store) => meets(store, load)));

	/** Of instructions that do something else than a chain's step, and whose place a nop takes without their cost. */
	const inPlace = of('nop-in-place').filter(isApart);
	const stores = inPlace.filter((effect) => is(instructionOf(effect), isStore));
	const isTimed = effects.some(
		(effect) => effect.tried.kind === 'nop-in-place' && is(instructionOf(effect), isStore)
	);
	// Without all stores there are fewer slots, too: a nop must save time in the place of one, if one was measured.
	const allStores = isTimed && stores.length === 0 ? [] : of('no-stores');
	const units = inPlace.filter((effect) =>
		is(instructionOf(effect), (it) => !x86.access(it).memory)
	);
	const added = effects.find(({ tried: { kind } }) => kind === 'nop-added');
	const slots =
		added && added.saved.high < 0
			? of('leave-out')
					.filter(isApart)
					.filter((effect) => {
						const nop = at('nop-in-place', effect.tried.at);
						return nop !== undefined && nop.saved.median < effect.saved.median / 2;
					})
			: [];

	/** A register whose chain is a part of one through memory, which ends as well where its load is replaced. */
	const isPart = ({ tried: { register }, saved }: Effect) =>
		comeBack.some((effect) => effect.saved.median >= asGood * saved.median) &&
		(register === undefined ||
			[...throughMemory].some((index) =>
				is(instructions[index], (instruction) => x86.access(instruction).writes.includes(register))
			));
	const chains = of('break', 'break-all').filter((effect) => !isPart(effect));

	const found: [Limit, readonly Effect[]][] = [
		['chain', chains],
		['memory', [...waiting, ...(anyMeets ? allLoads : [])]],
		['loads', [...free, ...(anyMeets ? [] : allLoads)]],
		['stores', waiting.length > 0 ? [] : [...stores, ...allStores]],
		['units', units],
		['front-end', slots]
	];
	return found
		.flatMap(([limit, some]): FoundLimit[] => {
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
