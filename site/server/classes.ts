/** Which line a run waits in, and which runners take runs from it. Pure. */
import type { Target } from '@cyclelab/exercises/schema';
import { buildsSlowly, type Compiler } from '@cyclelab/runner/schema/compiler';
import { Microarchitecture, type RunRequest } from './schema.ts';
import type { RunnerCard } from './connected.ts';

/** What decides who serves a line. */
export type Serving = Pick<
	RunnerCard,
	'id' | 'arch' | 'microarchitecture' | 'measures' | 'inspects' | 'state' | 'reason'
> & { host: { emulated: boolean } };

/** Ends the name of a line whose runs may need a minute to build: they get slots of their own. */
const slowEnd = '/slow';
export const isSlowLine = (queue: string): boolean => queue.endsWith(slowEnd);

/** Name of the line of one runner. */
export const lineOf = (target: string, runner: string) => `${target}.${runner}`;

/** Name of the line of one microarchitecture. */
export const classOf = (target: string, microarchitecture: string) =>
	`${target}/${microarchitecture}`;

/** What the name of a line says. */
function partsOf(queue: string) {
	const [, target = '', microarchitecture, runner] =
		/^([^./]+)(?:\/([^./]+))?(?:\.([^./]+))?$/.exec(queue.replace(/\/slow$/, '')) ?? [];
	return { target, microarchitecture, runner };
}

type Wish = Pick<RunRequest, 'target' | 'runner' | 'microarchitecture' | 'stages'> & {
	compilers: readonly Compiler[];
};

/**
 * The line a run waits in: its runner's or its microarchitecture's if it names one, else its target's, whose runners
 * measure it. What is only inspected may be done elsewhere: any runner with the cross tools will do while none of the
 * target's own is there, and for compilers that none of those has.
 */
export function queueOf(
	request: Wish,
	runners: readonly (Serving & Pick<RunnerCard, 'toolchains'>)[]
): string {
	const { target, runner, microarchitecture, stages, compilers } = request;
	const end = compilers.some(buildsSlowly) ? slowEnd : '';
	if (runner !== undefined) return lineOf(target, runner) + end;
	if (microarchitecture !== undefined) return classOf(target, microarchitecture) + end;
	const has = (one: (typeof runners)[number]) => hasCompilers(one, compilers, target);
	const measuring = runners.filter((one) => one.measures.includes(target));
	if (measuring.some(has)) return target + end;
	if (measuring.length === 0 && stages.includes('measure')) return target + end;
	// No Debian has Crystal for arm64, say: what its hosts cannot build is built and counted elsewhere.
	const able = runners.filter((one) => one.inspects.includes(target));
	// cross tools on a processor of another kind are many times faster than any tool under an emulator
	const real = able.filter((one) => !one.host.emulated);
	const nobody = measuring[0] ?? real[0] ?? able[0];
	const best = real.find(has) ?? able.find(has) ?? nobody;
	return (best?.arch ?? target) + end;
}

/** Whether a runner has all of these compilers for the target. */
export function hasCompilers(
	{ toolchains }: Pick<RunnerCard, 'toolchains'>,
	compilers: readonly Compiler[],
	target: Target
): boolean {
	return compilers.every((compiler) =>
		toolchains.some((one) => one.compiler === compiler && one.targets.includes(target))
	);
}

/**
 * The lines a runner takes runs from, its own first. An emulated one gives no times, so it takes runs of its class only
 * while none of the others (`all`) that measures the target is ready.
 */
export function serves(runner: Serving, all: readonly Serving[]): string[] {
	const { id, arch, microarchitecture, measures, inspects } = runner;
	const own = [...new Set([arch, ...measures, ...inspects])].map((target) => lineOf(target, id));
	const targets = [...new Set([arch, ...measures])];
	const isMeasured = (target: (typeof targets)[number]) =>
		all.some((one) => one.state === 'ready' && one.measures.includes(target));
	const named = Microarchitecture.safeParse(microarchitecture).success;
	const classes = runner.host.emulated
		? targets.filter((target) => !isMeasured(target))
		: targets.flatMap((target) => [...(named ? [classOf(target, microarchitecture)] : []), target]);
	const lines = [...own, ...classes];
	return [...lines, ...lines.map((line) => line + slowEnd)];
}

/** A sentence for people if a line has nobody to serve it; undefined if it has. */
export function noticeOf(queue: string, runners: readonly Serving[]): string | undefined {
	const serving = runners.filter((runner) => serves(runner, runners).includes(queue));
	if (serving.some((runner) => runner.state === 'ready')) return undefined;
	const [broken] = serving;
	if (broken) return broken.reason ?? `The runner ${broken.id} takes no runs at the moment.`;
	const { target, microarchitecture, runner } = partsOf(queue);
	if (runner !== undefined)
		return `The runner ${runner} is not connected. The run waits and starts when it is back.`;
	const kind = microarchitecture === undefined ? target : `${target} (${microarchitecture})`;
	return `No ${kind} runner is connected. The run waits in the line and starts as soon as one is.`;
}

/** A sentence for people if a run asks for times and whoever will do it gives none. */
export function untimedNotice(
	queue: string,
	{ target, stages }: Pick<RunRequest, 'target' | 'stages'>,
	runners: readonly Serving[]
): string | undefined {
	if (!stages.includes('measure')) return undefined;
	const ready = runners.filter(
		(one) => one.state === 'ready' && serves(one, runners).includes(queue)
	);
	const [first] = ready;
	if (!first || ready.some((one) => one.measures.includes(target))) return undefined;
	const why = first.host.emulated
		? `The runner ${first.id} is emulated`
		: `The runner ${first.id} is an ${first.arch} machine and does not measure ${target}`;
	return `${why}: this run shows assembly, exact counts and predictions, and no times.`;
}
