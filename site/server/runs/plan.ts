/** Converts a request and its exercise to a job, or to a sentence about the invalid part. Pure. */
import {
	Language,
	sourceOf,
	factsIn,
	type Exercise,
	type Facts,
	type Target
} from '@cyclelab/exercises/schema';
import { languageNames } from '@cyclelab/exercises/names';
import { contentKey } from '@cyclelab/runner/cache';
import { needsMeasurement } from '@cyclelab/runner/challenge';
import { parseFlags } from '@cyclelab/runner/flags';
import { compilerOf, compilersOf, type Compiler } from '@cyclelab/runner/schema/compiler';
import { compilerMeant } from '@cyclelab/runner/schema/compiler-name';
import type { Job } from '@cyclelab/runner/schema/job';
import { hasCompilers, queueOf, serves } from './classes.ts';
import type { RunnerCard } from './connected.ts';
import type { Issue } from '../base/errors.ts';
import type { RunRequest } from '../../shared/schema.ts';

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
	const facts = factsIn(exercise.facts, language, request.target);
	const offered = compilersOf[language];
	const meant = compilerMeant(request.compiler ?? offered[0], offered);
	const asked = meant ?? offered[0];
	const known = facts.variants.map((variant) => variant.id);
	const checkVariant = (path: Issue['path'], id: string) => {
		if (!known.includes(id))
			complain(path, `This exercise has no variant "${id}"; it has ${known.join(', ')}.`);
	};
	Object.keys(request.sources).forEach((id) => checkVariant(['sources', id], id));
	request.variants?.forEach((id, i) => checkVariant(['variants', i], id));
	if (request.explain !== undefined) checkVariant(['explain'], request.explain);
	request.values?.forEach((value, i) => {
		if (!facts.sweep?.values.includes(value))
			complain(['values', i], `${value} is not among the values this exercise sweeps.`);
	});
	const wanted = new Set([
		facts.baseline,
		...(request.variants ?? known),
		...Object.keys(request.sources),
		...(request.explain === undefined ? [] : [request.explain])
	]);
	const variants = facts.variants
		.filter(({ id }) => wanted.has(id))
		.map((variant) => {
			const { id, runtime, atomics } = variant;
			const original = sources[sourceOf(variant)] ?? '';
			const source = request.sources[id] ?? original;
			const own = {
				...(runtime ? { compiler: compilerOf[runtime] } : {}),
				...(atomics ? { atomics } : {})
			};
			const edited = source !== original;
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
	for (const one of used) {
		const flags = parseFlags(request.flags, one, request.target);
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
			...(request.explain === undefined ? {} : { explain: request.explain })
		}
	};
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
			runners.filter((one) => one.measures.includes(target)).map((one) => one.microarchitecture)
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
