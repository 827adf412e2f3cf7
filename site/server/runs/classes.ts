/** The queue a run waits in, and the runners that serve it. Pure. */
import type { Target } from '@cyclelab/exercises/schema';
import { buildsSlowly, type Compiler } from '@cyclelab/runner/schema/compiler';
import { Microarchitecture, type RunRequest } from '../../shared/schema.ts';
import type { RunnerCard } from './connected.ts';

/** The properties of a runner that decide which queues it serves. */
export type Serving = Pick<
	RunnerCard,
	'id' | 'arch' | 'microarchitecture' | 'measures' | 'inspects' | 'state' | 'reason'
> & { host: { emulated: boolean } };

/** Suffix of a queue whose runs may need a minute to build: these have separate slots. */
const slowEnd = '/slow';
export const isSlowQueue = (queue: string): boolean => queue.endsWith(slowEnd);

/** Queue of one runner. */
export const runnerQueueOf = (target: string, runner: string) => `${target}.${runner}`;

/** Queue of one microarchitecture. */
export const classOf = (target: string, microarchitecture: string) =>
	`${target}/${microarchitecture}`;

/** The parts of a queue's name. */
function partsOf(queue: string) {
	const [, target = '', microarchitecture, runner] =
		/^([^./]+)(?:\/([^./]+))?(?:\.([^./]+))?$/.exec(queue.replace(/\/slow$/, '')) ?? [];
	return { target, microarchitecture, runner };
}

/** Whether a run needs a measuring core. */
export const needsCore = ({ stages, explain }: Pick<RunRequest, 'stages' | 'explain'>): boolean =>
	stages.includes('measure') || explain !== undefined;

type QueueRequest = Pick<
	RunRequest,
	'target' | 'runner' | 'microarchitecture' | 'stages' | 'explain'
> & {
	compilers: readonly Compiler[];
};

/**
 * The queue a run waits in: the queue of its runner or of its microarchitecture if the request names one, else the queue
 * of its target, whose runners measure it. An inspection can run elsewhere: a runner with the cross tools takes it while no
 * runner of the target is connected, or if none of these has the compilers.
 */
export function queueOf(
	request: QueueRequest,
	runners: readonly (Serving & Pick<RunnerCard, 'toolchains'>)[]
): string {
	const { target, runner, microarchitecture, compilers } = request;
	const end = compilers.some(buildsSlowly) ? slowEnd : '';
	if (runner !== undefined) return runnerQueueOf(target, runner) + end;
	if (microarchitecture !== undefined) return classOf(target, microarchitecture) + end;
	const has = (one: (typeof runners)[number]) => hasCompilers(one, compilers, target);
	const measuring = runners.filter((one) => one.measures.includes(target));
	if (measuring.some(has)) return target + end;
	if (measuring.length === 0 && needsCore(request)) return target + end;
	// Debian has no Crystal for arm64, for example: its hosts cannot build this, so another architecture builds and counts it.
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
 * The queues a runner serves, its own first. An emulated runner gives no times, so it takes runs of its class only while
 * no other runner (`all`) that measures the target is ready.
 */
export function serves(runner: Serving, all: readonly Serving[]): string[] {
	const { id, arch, microarchitecture, measures, inspects } = runner;
	const own = [...new Set([arch, ...measures, ...inspects])].map((target) =>
		runnerQueueOf(target, id)
	);
	const targets = [...new Set([arch, ...measures])];
	const isMeasured = (target: (typeof targets)[number]) =>
		all.some((one) => one.state === 'ready' && one.measures.includes(target));
	const named = Microarchitecture.safeParse(microarchitecture).success;
	const classes = runner.host.emulated
		? targets.filter((target) => !isMeasured(target))
		: targets.flatMap((target) => [...(named ? [classOf(target, microarchitecture)] : []), target]);
	const queues = [...own, ...classes];
	return [...queues, ...queues.map((queue) => queue + slowEnd)];
}

/** A sentence for people if no ready runner serves a queue; undefined if one does. */
export function noticeOf(queue: string, runners: readonly Serving[]): string | undefined {
	const serving = runners.filter((runner) => serves(runner, runners).includes(queue));
	if (serving.some((runner) => runner.state === 'ready')) return undefined;
	const [broken] = serving;
	if (broken) return broken.reason ?? `The runner ${broken.id} takes no runs at the moment.`;
	const { target, microarchitecture, runner } = partsOf(queue);
	if (runner !== undefined)
		return `The runner ${runner} is not connected. The run waits and starts when it is back.`;
	const kind = microarchitecture === undefined ? target : `${target} (${microarchitecture})`;
	return `No ${kind} runner is connected. The run waits in the queue and starts as soon as one is.`;
}

/** A sentence for people if a run requests times and no runner that serves its queue measures its target. */
export function untimedNotice(
	queue: string,
	{ target, ...asked }: Pick<RunRequest, 'target' | 'stages' | 'explain'>,
	runners: readonly Serving[]
): string | undefined {
	if (!needsCore(asked)) return undefined;
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
