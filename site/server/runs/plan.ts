/**
 * Converts a request and its exercise to a job and the queue that it waits in, or to a sentence about the invalid part; and which
 * runners serve a queue. Pure.
 */
import { defined } from '@cyclelab/contract/defined';
import {
	Language,
	sourceOf,
	factsIn,
	needsMeasurement,
	type Exercise,
	type Facts,
	type Target
} from '@cyclelab/exercises/schema';
import { languageNames } from '@cyclelab/exercises/names';
import { contentKey } from '@cyclelab/contract/content-key';
import { definedNames, parseFlags } from '@cyclelab/contract/flags/flags';
import {
	buildsSlowly,
	compilerOf,
	compilersOf,
	type Compiler
} from '@cyclelab/contract/schema/compiler';
import { compilerMeant } from '@cyclelab/contract/schema/compiler-name';
import { formatterOf } from '@cyclelab/contract/schema/formatters';
import type { Job } from '@cyclelab/contract/schema/job';
import type { RunnerCard } from './connected.ts';
import type { Issue } from '../base/errors.ts';
import { withOwnSweep } from '../../shared/own-sweep.ts';
import { Microarchitecture, type RunRequest } from '../../shared/schema.ts';

/** `queue`: the queue that the run waits in. */
export type Plan = { job: Job; queue: string };

/** A key that is equal for plans that differ only in the id of their run. */
export const planKey = ({ job, queue }: Plan): string =>
	contentKey({ queue, job: { ...job, run: '' } });

export type Planned = Plan | { issues: Issue[] };

/** Builds the job of a run. `runners` are the connected ones: they decide which queue an inspection waits in. */
export function planRun(
	run: string,
	request: RunRequest,
	exercise: Exercise,
	runners: readonly RunnerCard[]
): Planned {
	const issues: Issue[] = [];
	const complain = (path: Issue['path'], message: string) => issues.push({ path, message });
	const language = request.language ?? languagesOf(exercise)[0];
	const sources = language && exercise.sources[language];
	if (!language || !sources) {
		complain(['language'], `This exercise is not written in "${request.language}".`);
		return { issues };
	}
	const given = factsIn(exercise.facts, language, request.target);
	const texts = given.variants.map(
		(variant) => request.sources[variant.id] ?? sources[sourceOf(variant)] ?? ''
	);
	const facts = withOwnSweep(given, texts);
	const offered = compilersOf[language];
	// A runtime of C# in another mode is offered by exercises only, and may be asked for everywhere.
	const possible = language === 'cs' ? [...offered, ...Object.values(compilerOf)] : offered;
	const meant = compilerMeant(request.compiler ?? offered[0], possible);
	const asked = meant ?? offered[0];
	const variantIds = facts.variants.map((variant) => variant.id);
	const checkVariant = (path: Issue['path'], id: string) => {
		if (!variantIds.includes(id))
			complain(path, `This exercise has no variant "${id}"; it has ${variantIds.join(', ')}.`);
	};
	Object.keys(request.sources).forEach((id) => checkVariant(['sources', id], id));
	request.variants?.forEach((id, i) => checkVariant(['variants', i], id));
	if (request.explain !== undefined) checkVariant(['explain'], request.explain);
	request.values?.forEach((value, i) => {
		if (!facts.sweep?.values.includes(value))
			complain(['values', i], `${value} is not among the values this exercise sweeps.`);
	});
	const formats = request.stages.includes('format');
	if (formats && request.stages.length > 1)
		complain(['stages'], 'A run that formats does nothing else: ask for "format" alone.');
	if (formats && !formatterOf[language])
		complain(['stages'], `There is no formatter for ${languageNames[language]}.`);
	const wanted = new Set([
		...(formats ? [] : [facts.baseline]),
		...(request.variants ?? variantIds),
		...Object.keys(request.sources),
		...(request.explain === undefined ? [] : [request.explain])
	]);
	const attempt = facts.challenge?.start.variant;
	const isAttempted = attempt !== undefined && isEdited(request, facts, attempt, sources);
	const variants = facts.variants
		.filter(({ id }) => wanted.has(id))
		.map((variant) => {
			const { id, runtime, atomics } = variant;
			const original = sources[sourceOf(variant)] ?? '';
			const source = request.sources[id] ?? original;
			// What an attempt is compared with is the exercise's own, flags included.
			const isOpponent = isAttempted && id !== attempt && source === original;
			const own = {
				...(runtime ? { compiler: compilerOf[runtime] } : {}),
				...defined({ atomics }),
				...(isOpponent && request.flags.length > 0 ? { flags: facts.flags } : {})
			};
			const edited = !isOpponent && isEdited(request, facts, id, sources);
			const compared = edited && isCompared(facts, request, id) ? { original } : {};
			return { id, edited, source, ...compared, ...own };
		});
	// If each variant has its own compiler, the requested compiler is unused.
	const used = [...new Set(variants.map(({ compiler = asked }) => compiler))];
	const compiler = used.includes(asked) ? asked : (used[0] ?? asked);
	const queue = queueOf({ ...request, compilers: used }, runners);
	if (!meant)
		complain(
			['compiler'],
			`${request.compiler} does not compile ${languageNames[language]}; ${listed(offered)} ${offered.length > 1 ? 'do' : 'does'}.`
		);
	else if (lacksToolchains(used, request.target, queue, runners))
		complain(
			['compiler'],
			`No connected runner has ${listed(used)} for ${request.target} yet. Its image may still be in the making; try again in a minute, or choose another language.`
		);
	for (const compiler of used) {
		const flags = parseFlags(request.flags, compiler, request.target);
		if (!('error' in flags)) continue;
		complain(['flags'], flags.error);
		break;
	}
	checkPlace(request, runners).forEach((issue) => issues.push(issue));
	if (issues.length > 0) return { issues };

	const values = request.values ?? facts.sweep?.values ?? [];
	return {
		queue,
		job: {
			run,
			exercise: exercise.slug,
			facts,
			language,
			target: request.target,
			compiler,
			// The exercise's flags come first, so that a learner's flags can override them.
			flags: [...facts.flags, ...request.flags],
			variants,
			values: [...new Set(values)].sort((a, b) => a - b),
			stages: [...new Set(request.stages)],
			models: request.models,
			...defined({ explain: request.explain })
		}
	};
}

/** Whether a variant's code is not the exercise's: its source was changed, or a flag defines a name that its source has. */
function isEdited(
	{ sources, flags }: Pick<RunRequest, 'sources' | 'flags'>,
	{ variants }: Facts,
	id: string,
	given: Readonly<Record<string, string>>
): boolean {
	const variant = variants.find((variant) => variant.id === id);
	const original = (variant && given[sourceOf(variant)]) ?? '';
	if ((sources[id] ?? original) !== original) return true;
	const names = new Set(original.match(/[A-Za-z_]\w*/g));
	return definedNames(flags).some((name) => names.has(name));
}

/**
 * Whether the job compares this variant's result with the original's. A run that only inspects does so only if it could pass
 * the challenge.
 */
const isCompared = ({ challenge }: Facts, { stages }: RunRequest, id: string): boolean =>
	challenge?.start.variant === id && (stages.includes('measure') || !needsMeasurement(challenge));

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names);

/** A sentence if the requested runner or kind of processor is invalid. */
function checkPlace(
	{ runner, microarchitecture, target }: RunRequest,
	runners: readonly RunnerCard[]
): Issue[] {
	const named = runners.find(({ id }) => id === runner);
	if (runner !== undefined && !named)
		return [{ path: ['runner'], message: `No runner named "${runner}" is connected.` }];
	if (named && ![named.arch, ...named.measures, ...named.inspects].includes(target))
		return [{ path: ['runner'], message: `The runner ${runner} does nothing for ${target}.` }];
	if (microarchitecture === undefined) return [];
	const path = ['microarchitecture'];
	if (named && named.microarchitecture !== microarchitecture)
		return [
			{
				path,
				message: `The runner ${runner} is a ${named.microarchitecture}. Ask for one of both.`
			}
		];
	const kinds = [
		...new Set(
			runners
				.filter((runner) => runner.measures.includes(target))
				.map((runner) => runner.microarchitecture)
		)
	];
	if (named || kinds.includes(microarchitecture)) return [];
	const there = kinds.length > 0 ? ` Connected: ${kinds.join(', ')}.` : '';
	return [
		{ path, message: `No ${target} runner with a ${microarchitecture} is connected.${there}` }
	];
}

export function languagesOf(exercise: Exercise) {
	return Language.options.filter((language) => exercise.sources[language]);
}

/** Whether runners that serve this queue are connected, but none of them has all of these compilers. */
function lacksToolchains(
	compilers: readonly Compiler[],
	target: Target,
	queue: string,
	runners: readonly RunnerCard[]
): boolean {
	const able = runners.filter(
		(runner) => runner.state === 'ready' && serves(runner, runners).includes(queue)
	);
	return able.length > 0 && !able.some((runner) => hasCompilers(runner, compilers, target));
}

// The queues, and the runners that serve them.

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
	const { target, runner, microarchitecture, compilers, stages } = request;
	const builds = !stages.includes('format');
	const end = builds && compilers.some(buildsSlowly) ? slowEnd : '';
	if (runner !== undefined) return runnerQueueOf(target, runner) + end;
	if (microarchitecture !== undefined) return classOf(target, microarchitecture) + end;
	const has = (runner: (typeof runners)[number]) => hasCompilers(runner, compilers, target);
	const measuring = runners.filter((runner) => runner.measures.includes(target));
	if (measuring.some(has)) return target + end;
	if (measuring.length === 0 && needsCore(request)) return target + end;
	// Debian has no Crystal for arm64, for example: its hosts cannot build this, so another architecture builds and counts it.
	const able = runners.filter((runner) => runner.inspects.includes(target));
	// cross tools on a processor of another kind are many times faster than any tool under an emulator
	const real = able.filter((runner) => !runner.host.emulated);
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
		toolchains.some(
			(toolchain) => toolchain.compiler === compiler && toolchain.targets.includes(target)
		)
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
		all.some((runner) => runner.state === 'ready' && runner.measures.includes(target));
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
		(runner) => runner.state === 'ready' && serves(runner, runners).includes(queue)
	);
	const [first] = ready;
	if (!first || ready.some((runner) => runner.measures.includes(target))) return undefined;
	const why = first.host.emulated
		? `The runner ${first.id} is emulated`
		: `The runner ${first.id} is an ${first.arch} machine and does not measure ${target}`;
	return `${why}: this run shows assembly, exact counts and predictions, and no times.`;
}
