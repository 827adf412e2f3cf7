/**
 * The two sides on which one exercise is looked at: an architecture each and, where several kinds of processor measure it,
 * which of them; or one destination with two compilers. The address keeps what stands beside (`beside=arm64`, `x86-64@znver4`,
 * `x86-64:gcc-14`, `none`). Pure.
 */
import { defined } from '@cyclelab/contract/defined';
import type { Facts, Target } from '@cyclelab/exercises/schema';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import { compilerMeant, nameWithoutVersion } from '@cyclelab/contract/schema/compiler-name';
import type { RunRequest } from '../run/api.ts';
import type { AddressParams } from '../ui/address.ts';
import {
	measuringAt,
	destinationRequest,
	runnersAt,
	type Destination,
	type DestinationRunner
} from '../run/destinations.ts';

/** A side is a destination of runs; `compiler`: one of the two, where it is these that differ. */
export interface Side extends Destination {
	compiler?: Compiler | undefined;
}

/** The address's wish: none, a single side, or which side to add; its compiler may be unknown. */
export type BesideWish = (Destination & { compiler?: string | undefined }) | 'none' | undefined;

/** The destination of two compilers is the page's own, so it is not named. */
export const sideText = ({ target, on, compiler }: Side): string => {
	if (compiler) return `${target}:${compiler}`;
	return on ? `${target}@${on}` : target;
};

export function besideIn(search: AddressParams, targets: readonly Target[]): BesideWish {
	const text = search.get('beside');
	if (text === 'none') return 'none';
	const [where = '', compiler] = text?.split(':') ?? [];
	const [name, ...place] = where.split('@');
	const target = targets.find((target) => target === name);
	const wish = target && { target, on: place.join('@') || undefined };
	return wish && (compiler ? { ...wish, compiler } : wish);
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

/** The page's choices, and the offered ones. */
interface Chosen {
	target: Target;
	on?: string | undefined;
	compiler: Compiler;
	targets: readonly Target[];
	/** The compilers of the chosen language; none where it has several side by side. */
	compilers: readonly Compiler[];
}

/**
 * What stands beside the page's own choice.
 * @param byDefault whether the exercise opens with both architectures
 */
export function besideOf(
	{ target, on, compiler, targets, compilers }: Chosen,
	wish: BesideWish,
	byDefault: boolean
): Side | undefined {
	if (wish === 'none' || (wish === undefined && !byDefault)) return undefined;
	// Sides with two compilers differ in nothing else: the second side has the page's destination, and another compiler than the page.
	if (wish?.compiler) {
		const meant = compilerMeant(wish.compiler, compilers);
		const other = meant === compiler ? compilersBeside(compiler, compilers)[0] : meant;
		return other && { target, on, compiler: other };
	}
	// An architecture alone means the other one, whichever of the two is chosen first.
	if (wish === undefined || (wish.target === target && !wish.on)) {
		const other = targets.find((offered) => offered !== target);
		return other && { target: other };
	}
	return { target: wish.target, on: wish.on };
}

/** The runner that both sides with two compilers go to, where several would take them: their times are of one machine. */
export function sameRunner(
	destination: Destination,
	runners: readonly DestinationRunner[]
): string | undefined {
	const able = measuringAt(runners, destination);
	const ready = able.find(({ state }) => state === 'ready') ?? able[0];
	return able.length > 1 ? ready?.id : destination.on;
}

/**
 * The first side: what is chosen, and where only the second names its processor and both have the same architecture, any but
 * that one.
 */
export function firstOf(
	chosen: Destination & { compiler: Compiler },
	beside: Side | undefined,
	runners: readonly DestinationRunner[]
): Side {
	const { target, on, compiler } = chosen;
	if (beside?.compiler) return { target, on: sameRunner(chosen, runners), compiler };
	if (on !== undefined || !beside?.on || beside.target !== target) return { target, on };
	const taken = measuringAt(runners, beside);
	const free = measuringAt(runners, { target }).filter((runner) => !taken.includes(runner));
	const kinds = new Set(taken.map((runner) => runner.microarchitecture));
	const other = free.find((runner) => !kinds.has(runner.microarchitecture));
	return { target, on: other?.microarchitecture ?? free[0]?.id };
}

/** The part of a run's request that is about its side; without a measuring runner the run only inspects. */
export function requestOf(side: Side, runners: readonly DestinationRunner[]): Partial<RunRequest> {
	const inspectedOnly =
		measuringAt(runners, side).length === 0 && runnersAt(runners, side).length > 0;
	return {
		target: side.target,
		...destinationRequest(runners, side),
		...defined({
			compiler: side.compiler,
			stages: inspectedOnly ? ['inspect' as const] : undefined
		})
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

/** The compilers that can be put beside the chosen one: the other versions of its name first. */
export function compilersBeside(compiler: Compiler, compilers: readonly Compiler[]): Compiler[] {
	const others = compilers.filter((other) => other !== compiler);
	const name = nameWithoutVersion(compiler);
	const ofName = others.filter((other) => nameWithoutVersion(other) === name);
	return [...ofName, ...others.filter((other) => !ofName.includes(other))];
}

/** What can be put beside a target: the other architecture, and each kind of processor where there are several. */
export function sideOptions(
	target: Target,
	targets: readonly Target[],
	runners: readonly DestinationRunner[]
): SideOption[] {
	return targets.flatMap((offered) => {
		const able = measuringAt(runners, { target: offered });
		const kinds = [...Map.groupBy(able, ({ microarchitecture }) => microarchitecture)];
		const option = (on: string | undefined, more: Partial<SideOption> = {}): SideOption => ({
			side: { target: offered, on },
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
		return offered === target ? several : [option(undefined), ...several];
	});
}

export const marksOfSides =
	'Marks that are filled in the first row of the legend are open in its other rows, and the reverse.';
