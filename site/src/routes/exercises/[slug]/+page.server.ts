import { error, type RequestEvent } from '@sveltejs/kit';
import { buildsSlowly, Compiler, compilerOf, compilersOf } from '@cyclelab/runner/schema/compiler';
import { lessonText } from '$lib/server/markdown.ts';
import { pageRunner, type PageRunner } from '$lib/run/page-runner.ts';
import { asText } from '$lib/server/report-elements.ts';
import { readsOf } from '$lib/server/reads.ts';
import { questionPicture } from '$lib/exercise/question-picture.ts';
import { pictureWords } from '$lib/exercise/story-words.ts';
import { opensBeside } from '$lib/comparison/sides.ts';
import { slim } from '$lib/server/slim.ts';
import type { Opened } from '$lib/run/workspace.svelte.ts';
import { siteWords } from '$lib/ui/site-words.ts';
import type { Facts, Target } from '@cyclelab/exercises/schema';
import type { SiteReads } from '../../../../server/http/reads.ts';
import type { ExerciseSummary } from '../../../../shared/schema.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { params, platform, url } = event;
	const reads = readsOf(platform);
	const exercise = reads.exercise(params.slug);
	if (!exercise) error(404, siteWords.noExercise(params.slug));
	const { runtimes } = exercise.facts;
	const [own, beside] = await Promise.all(
		['run', 'beside-run'].map((name) => found(event, params.slug, url.searchParams.get(name)))
	);
	const all = reads.exercises();
	const place = all.findIndex(({ slug }) => slug === params.slug);
	const listed = all[place];
	const runners = reads.runners().map(pageRunner);
	// What can be measured here comes first, and is what a page without a wish is set to.
	const targets = (listed?.targets ?? []).toSorted(
		(a, b) => Number(measured(runners, b)) - Number(measured(runners, a))
	);
	return {
		crumb: exercise.facts.title,
		exercise,
		picture: questionPicture(exercise.facts),
		preview: previewOf(exercise.facts, `${url.origin}${url.pathname}`),
		story: lessonText(exercise.story),
		explain: lessonText(exercise.explain),
		elsewhere: lessonText(exercise.elsewhere),
		before: neighbour(all[place - 1]),
		after: neighbour(all[place + 1]),
		requires: exercise.facts.requires.flatMap((slug) => all.filter((one) => one.slug === slug)),
		runners,
		offer: {
			languages: listed?.languages ?? [],
			targets,
			compilersOf,
			together: runtimes ? { cs: runtimes.map((runtime) => compilerOf[runtime]) } : {}
		},
		slow: Compiler.options.filter(buildsSlowly),
		opened: exercise.facts.free ? openedIn(reads, url.searchParams.get('loop')) : undefined,
		/** The run that the address names, and the run of the second side. */
		...own,
		besideRun: beside?.run,
		besideFollow: beside?.follow,
		/** Whether the exercise asks for both architectures at once. */
		opensBeside: opensBeside(exercise.facts)
	};
};

async function found(event: RequestEvent, slug: string, id: string | null) {
	const named = id ? await readsOf(event.platform).run(id) : undefined;
	const run = named?.exercise === slug ? named : undefined;
	return {
		/** A finished one, if it is this exercise's. */
		run: run?.report ? { ...run, report: await asText(slim(run.report), event) } : undefined,
		/** A run that the browser follows: in progress, failed, or no longer kept (which the page then shows). */
		follow: id && (run || !named) && !run?.report ? id : undefined
	};
}

/** The loop of the self-test that the address opens. */
function openedIn(reads: SiteReads, id: string | null): Opened | undefined {
	const loop = reads.selfTest()?.loops.find((one) => one.id === id);
	return loop && { id: loop.id, title: loop.title, sources: loop.sources };
}

/** What link previews take: whole addresses, and the picture in words. */
const previewOf = (facts: Facts, page: string) => ({
	page,
	picture: `${page}/preview.png`,
	text: `${facts.question.text} ${pictureWords.text(questionPicture(facts))}`
});

const neighbour = (one: ExerciseSummary | undefined) => one && { slug: one.slug, title: one.title };

const measured = (runners: PageRunner[], target: Target) =>
	runners.some(({ measures }) => measures.includes(target));
