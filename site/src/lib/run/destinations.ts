/** Where a run of a target can go: to any runner, to those with one kind of processor, or to one by its name. Pure. */
import type { Target } from '@cyclelab/exercises/schema';
import type { RunnerSummary } from '../../../shared/schema.ts';

/** The properties that decide whether a runner belongs to a destination. */
export type DestinationRunner = Pick<
	RunnerSummary,
	'id' | 'microarchitecture' | 'processor' | 'measures' | 'inspects' | 'state'
>;

/** `on`: a runner's name or LLVM's name of a processor core; absent for any runner. */
export interface Destination {
	target: Target;
	on?: string | undefined;
}

/** The connected runners of a destination that measure or inspect for its target. */
export function runnersAt<One extends DestinationRunner>(
	runners: readonly One[],
	{ target, on }: Destination
): One[] {
	return runners.filter(
		(runner) =>
			(runner.measures.includes(target) || runner.inspects.includes(target)) &&
			(on === undefined || [runner.id, runner.microarchitecture].includes(on))
	);
}

/** The runners of a destination that measure for its target. */
export const measuringAt = <One extends DestinationRunner>(
	runners: readonly One[],
	destination: Destination
): One[] =>
	runnersAt(runners, destination).filter(({ measures }) => measures.includes(destination.target));

/** The destinations to choose from; empty if there is only one. A chosen runner that is not connected stays on the list. */
export function destinationsOf(
	runners: readonly DestinationRunner[],
	{ target, on }: Destination
): { on: string | undefined; label: string }[] {
	const able = runnersAt(runners, { target });
	const kinds = [
		...Map.groupBy(measuringAt(able, { target }), ({ microarchitecture }) => microarchitecture)
	];
	const named = [
		...(kinds.length > 1
			? kinds.map(([kind, [runner]]) => ({ on: kind, label: `any ${runner?.processor ?? kind}` }))
			: []),
		...(able.length > 1
			? able.map((runner) => ({ on: runner.id, label: labelOf(runner, target) }))
			: [])
	];
	const isThere = on === undefined || named.some((destination) => destination.on === on);
	const all = isThere ? named : [{ on, label: gone(able, on) }, ...named];
	return all.length === 0 ? [] : [{ on: undefined, label: `any ${target} runner` }, ...all];
}

function labelOf(runner: DestinationRunner, target: Target): string {
	const name = `${runner.id}: ${runner.processor}`;
	if (runner.state !== 'ready') return `${name} (takes no runs)`;
	return runner.measures.includes(target) ? name : `${name} (no times)`;
}

function gone(able: readonly DestinationRunner[], on: string): string {
	const runner = able.find(({ id, microarchitecture }) => [id, microarchitecture].includes(on));
	return runner ? runner.processor : `${on} (not connected)`;
}

/** The part of a run's request that names its runner. */
export function destinationRequest(
	runners: readonly Pick<DestinationRunner, 'id'>[],
	{ on }: Destination
): { runner?: string; microarchitecture?: string } {
	if (on === undefined) return {};
	return runners.some(({ id }) => id === on) ? { runner: on } : { microarchitecture: on };
}
