/** From a request and its exercise to a job, or to what is wrong with the request. Pure. */
import {
	Language,
	languageNames,
	sourceOf,
	toldIn,
	type Exercise,
	type Target
} from '@cyclelab/exercises/schema';
import { parseFlags } from '@cyclelab/runner/flags';
import {
	buildsSlowly,
	compilerOf,
	compilersOf,
	type Compiler
} from '@cyclelab/runner/schema/compiler';
import type { Job } from '@cyclelab/runner/schema/job';
import type { Issue } from './errors.ts';
import type { RunRequest, RunnerSummary } from './schema.ts';

export type Planned = { job: Job; queue: string } | { issues: Issue[] };

/** Builds the job of a run. `runners` are the connected ones: they decide which line an inspection waits in. */
export function planRun(
	run: string,
	request: RunRequest,
	exercise: Exercise,
	runners: RunnerSummary[]
): Planned {
	const issues: Issue[] = [];
	const complain = (path: Issue['path'], message: string) => issues.push({ path, message });
	const language = request.language ?? languagesOf(exercise)[0];
	const sources = language && exercise.sources[language];
	if (!language || !sources) {
		complain(['language'], `This exercise is not written in "${request.language}".`);
		return { issues };
	}
	const facts = toldIn(exercise.facts, language);
	const asked = request.compiler ?? compilersOf[language][0];
	const known = facts.variants.map((variant) => variant.id);
	const checkVariant = (path: Issue['path'], id: string) => {
		if (!known.includes(id))
			complain(path, `This exercise has no variant "${id}"; it has ${known.join(', ')}.`);
	};
	Object.keys(request.sources).forEach((id) => checkVariant(['sources', id], id));
	request.variants?.forEach((id, i) => checkVariant(['variants', i], id));
	request.values?.forEach((value, i) => {
		if (!facts.sweep?.values.includes(value))
			complain(['values', i], `${value} is not among the values this exercise sweeps.`);
	});
	const wanted = new Set([
		facts.baseline,
		...(request.variants ?? known),
		...Object.keys(request.sources)
	]);
	const variants = facts.variants
		.filter(({ id }) => wanted.has(id))
		.map((variant) => {
			const { id, runtime } = variant;
			const original = sources[sourceOf(variant)] ?? '';
			const source = request.sources[id] ?? original;
			const own = runtime ? { compiler: compilerOf[runtime] } : {};
			return { id, edited: source !== original, source, ...own };
		});
	// Where each variant has its own, what was asked for compiles nothing.
	const used = [...new Set(variants.map(({ compiler = asked }) => compiler))];
	const compiler = used.includes(asked) ? asked : (used[0] ?? asked);
	if (!compilersOf[language].includes(asked))
		complain(
			['compiler'],
			`${asked} does not compile ${languageNames[language]}; ${compilersOf[language].join(' and ')} ${compilersOf[language].length > 1 ? 'do' : 'does'}.`
		);
	else if (lacksToolchains(used, request.target, runners))
		complain(
			['compiler'],
			`No connected runner has ${used.join(' and ')} for ${request.target} yet. Its image may still be in the making; try again in a minute, or choose another language.`
		);
	for (const one of used) {
		const flags = parseFlags(request.flags, one, request.target);
		if (!('error' in flags)) continue;
		complain(['flags'], flags.error);
		break;
	}
	if (request.runner !== undefined && !runners.some((runner) => runner.id === request.runner))
		complain(['runner'], `No runner named "${request.runner}" is connected.`);
	if (issues.length > 0) return { issues };

	const values = request.values ?? facts.sweep?.values ?? [];
	return {
		queue: queueOf({ ...request, compilers: used }, runners),
		job: {
			run,
			exercise: exercise.slug,
			facts,
			language,
			target: request.target,
			compiler,
			// The exercise's own come first, so that a learner's can undo them.
			flags: [...(language === 'c' || language === 'cpp' ? facts.flags : []), ...request.flags],
			variants,
			values: [...new Set(values)].sort((a, b) => a - b),
			phases: [...new Set(request.stages)],
			models: request.models
		}
	};
}

export function languagesOf(exercise: Exercise) {
	return Language.options.filter((language) => exercise.sources[language]);
}

/** Whether runners are connected that could take such a run, but none of them has all of these compilers. */
function lacksToolchains(
	compilers: readonly Compiler[],
	target: Target,
	runners: Pick<RunnerSummary, 'id' | 'arch' | 'measures' | 'state' | 'toolchains'>[]
): boolean {
	const able = runners.filter(
		(runner) => runner.state === 'ready' && serves(runner).includes(target)
	);
	const has = ({ toolchains }: (typeof able)[number]) =>
		compilers.every((compiler) =>
			toolchains.some((one) => one.compiler === compiler && one.targets.includes(target))
		);
	return able.length > 0 && !able.some(has);
}

/** Ends the name of a line whose runs may need a minute to build: they get slots of their own. */
const slowEnd = '/slow';
export const isSlowLine = (queue: string): boolean => queue.endsWith(slowEnd);

/** Name of the line of one runner. */
export const lineOf = (target: string, runner: string) => `${target}.${runner}`;

/**
 * The line a run waits in: its target's, whose runners measure it. What is only inspected may be done elsewhere: any
 * runner with the cross tools will do while none of the target's own is there.
 */
export function queueOf(
	request: Pick<RunRequest, 'target' | 'runner' | 'stages'> & { compilers: readonly Compiler[] },
	runners: Pick<RunnerSummary, 'id' | 'arch' | 'measures' | 'inspects'>[]
): string {
	const end = request.compilers.some(buildsSlowly) ? slowEnd : '';
	if (request.runner !== undefined) return lineOf(request.target, request.runner) + end;
	const measured = runners.some((runner) => runner.measures.includes(request.target));
	if (measured || request.stages.includes('measure')) return request.target + end;
	const able = runners.find((runner) => runner.inspects.includes(request.target));
	return (able?.arch ?? request.target) + end;
}

/** A sentence for people if a line has nobody to serve it; undefined if it has. */
export function noticeOf(
	queue: string,
	runners: Pick<RunnerSummary, 'id' | 'arch' | 'measures' | 'state' | 'reason'>[]
): string | undefined {
	const serving = runners.filter((runner) => serves(runner).includes(queue));
	if (serving.some((runner) => runner.state === 'ready')) return undefined;
	const [broken] = serving;
	if (broken) return broken.reason ?? `The runner ${broken.id} takes no runs at the moment.`;
	const [target, named] = queue.replace(slowEnd, '').split('.');
	if (named)
		return `The runner ${named} is not connected. The run waits and starts when it is back.`;
	return `No ${target} runner is connected. The run waits in the line and starts as soon as one is.`;
}

/** The lines a runner takes runs from, its own first. */
export function serves(runner: Pick<RunnerSummary, 'id' | 'arch' | 'measures'>): string[] {
	const targets = new Set([runner.arch, ...runner.measures]);
	const lines = [...targets].flatMap((target) => [lineOf(target, runner.id), target]);
	return [...lines, ...lines.map((line) => line + slowEnd)];
}
