/**
 * The two places at which one exercise is looked at: an architecture each and, where several kinds of processor measure
 * it, which of them. The address keeps what stands beside (`beside=arm64`, `x86-64@znver4`, `none`). Pure.
 */
import type { Facts, Target } from '@cyclelab/exercises/schema';
import type { RunRequest } from '../run/api.ts';
import { measuringAt, placeRequest, runnersAt, type Place, type Runner } from '../run/places.ts';

/** A side is a place where runs can go. */
export type Side = Place;

/** The address's wish: none, a single side, or which side to add. */
export type BesideWish = Side | 'none' | undefined;

export const sideText = ({ target, on }: Side): string => (on ? `${target}@${on}` : target);

export function besideIn(search: URLSearchParams, targets: readonly Target[]): BesideWish {
	const text = search.get('beside');
	if (text === 'none') return 'none';
	const [name, ...place] = text?.split('@') ?? [];
	const target = targets.find((one) => one === name);
	return target && { target, on: place.join('@') || undefined };
}

/**
 * The address with both sides in it.
 * @param byDefault whether the exercise opens with both architectures: that a side stands alone is then written too
 */
export function withBeside(
	address: URL,
	{ side, run, byDefault }: { side: Side | undefined; run: string | undefined; byDefault: boolean }
): URL {
	const next = new URL(address);
	for (const name of ['beside', 'beside-run']) next.searchParams.delete(name);
	if (side) next.searchParams.set('beside', sideText(side));
	else if (byDefault) next.searchParams.set('beside', 'none');
	if (side && run) next.searchParams.set('beside-run', run);
	return next;
}

/** A document with figures of an arm64 machine asks for both architectures at once. */
export const opensBeside = ({ machines, documented }: Pick<Facts, 'machines' | 'documented'>) =>
	documented.some(({ machine }) =>
		machines.some(({ id, target }) => id === machine && target === 'arm64')
	);

/**
 * What stands beside a target.
 * @param byDefault whether the exercise opens with both architectures
 */
export function besideOf(
	target: Target,
	wish: BesideWish,
	byDefault: boolean,
	targets: readonly Target[]
): Side | undefined {
	if (wish === 'none' || (wish === undefined && !byDefault)) return undefined;
	// An architecture alone means the other one, whichever of the two is chosen first.
	if (wish === undefined || (wish.target === target && !wish.on)) {
		const other = targets.find((one) => one !== target);
		return other && { target: other };
	}
	return wish;
}

/**
 * The first side: what is chosen, and where only the second names its processor and both have the same architecture, any but
 * that one.
 */
export function firstOf(chosen: Side, beside: Side | undefined, runners: readonly Runner[]): Side {
	const { target, on } = chosen;
	if (on !== undefined || !beside?.on || beside.target !== target) return { target, on };
	const taken = measuringAt(runners, beside);
	const free = measuringAt(runners, { target }).filter((one) => !taken.includes(one));
	const kinds = new Set(taken.map((one) => one.microarchitecture));
	const other = free.find((one) => !kinds.has(one.microarchitecture));
	return { target, on: other?.microarchitecture ?? free[0]?.id };
}

/** The part of a run's request that is about its side; without a measuring runner the run only inspects. */
export function requestOf(side: Side, runners: readonly Runner[]): Partial<RunRequest> {
	const inspectedOnly =
		measuringAt(runners, side).length === 0 && runnersAt(runners, side).length > 0;
	return {
		target: side.target,
		...placeRequest(runners, side),
		...(inspectedOnly && { stages: ['inspect'] })
	};
}

/** One thing that can be put beside. */
export interface SideOption {
	side: Side;
	/** The processor, where it is one kind or one runner of several. */
	processor: string | undefined;
	/** The runner, where several have such a processor. */
	runner: string | undefined;
	/** Whether a connected runner measures it. */
	measured: boolean;
}

/** What can be put beside a target: the other architecture, and each kind of processor where there are several. */
export function sideOptions(
	target: Target,
	targets: readonly Target[],
	runners: readonly Runner[]
): SideOption[] {
	return targets.flatMap((one) => {
		const able = measuringAt(runners, { target: one });
		const kinds = [...Map.groupBy(able, ({ microarchitecture }) => microarchitecture)];
		const option = (on: string | undefined, more: Partial<SideOption> = {}): SideOption => ({
			side: { target: one, on },
			processor: undefined,
			runner: undefined,
			measured: able.length > 0,
			...more
		});
		const several = kinds.flatMap(([kind, alike]) => {
			const { processor } = alike[0] ?? {};
			return [
				...(kinds.length > 1 ? [option(kind, { processor })] : []),
				...(alike.length > 1 ? alike.map(({ id }) => option(id, { processor, runner: id })) : [])
			];
		});
		return one === target ? several : [option(undefined), ...several];
	});
}
