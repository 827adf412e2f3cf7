import { error } from '@sveltejs/kit';
import { buildsSlowly, Compiler, compilerOf, compilersOf } from '@cyclelab/runner/schema/compiler';
import { htmlOf } from '$lib/markdown.server.ts';
import { readsOf } from '$lib/reads.server.ts';
import { slim } from '$lib/slim.server.ts';
import { siteWords } from '$lib/words/site.ts';
import type { Target } from '@cyclelab/exercises/schema';
import type { ExerciseSummary, RunnerSummary } from '../../../../server/schema.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ params, platform, url }) => {
	const reads = readsOf(platform);
	const exercise = reads.exercise(params.slug);
	if (!exercise) error(404, siteWords.noExercise(params.slug));
	const { runtimes } = exercise.facts;
	const id = url.searchParams.get('run');
	const named = id ? await reads.run(id) : undefined;
	const run = named?.exercise === params.slug ? named : undefined;
	const all = reads.exercises();
	const place = all.findIndex(({ slug }) => slug === params.slug);
	const listed = all[place];
	const runners = reads.runners();
	// What can be measured here comes first, and is what a page without a wish is set to.
	const targets = (listed?.targets ?? []).toSorted(
		(a, b) => Number(measured(runners, b)) - Number(measured(runners, a))
	);
	return {
		crumb: exercise.facts.title,
		exercise,
		storyHtml: htmlOf(exercise.story),
		explainHtml: htmlOf(exercise.explain),
		elsewhereHtml: htmlOf(exercise.elsewhere),
		before: neighbour(all[place - 1]),
		after: neighbour(all[place + 1]),
		runners,
		offer: {
			languages: listed?.languages ?? [],
			targets,
			compilersOf,
			together: runtimes ? { cs: runtimes.map((runtime) => compilerOf[runtime]) } : {}
		},
		slow: Compiler.options.filter(buildsSlowly),
		/** The finished run the address names, if it is this exercise's. */
		run: run?.report ? { ...run, report: slim(run.report) } : undefined,
		/** The run to follow in the browser: still going, failed, or not kept any more (which the page then says). */
		follow: id && (run || !named) && !run?.report ? id : undefined
	};
};

const neighbour = (one: ExerciseSummary | undefined) => one && { slug: one.slug, title: one.title };

const measured = (runners: RunnerSummary[], target: Target) =>
	runners.some(({ measures }) => measures.includes(target));
