import { siteAt } from '#lib/ui/base.ts';
import { error, type RequestEvent } from '@sveltejs/kit';
import {
	buildsSlowly,
	Compiler,
	compilerOf,
	compilersOf
} from '@cyclelab/contract/schema/compiler';
import { lessonText, storyText } from '#lib/server/markdown.ts';
import { pageRunner, type PageRunner } from '#lib/run/page-runner.ts';
import { asText } from '#lib/server/report-elements.ts';
import { readable, readsOf, noExercise, slim } from '#lib/server/reads.ts';
import { questionPicture, pictureText } from '#lib/exercise/question-picture.ts';
import { opensBeside } from '#lib/comparison/sides.ts';
import type { Facts, Target } from '@cyclelab/exercises/schema';
import type { SelfTestLoop } from '@cyclelab/exercises/self-test';
import type { SiteReads } from '../../../../server/http/reads.ts';
import type { ExerciseSummary } from '../../../../shared/schema.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { params, platform, url } = event;
	const reads = readsOf(platform);
	const given = reads.exercise(params.slug);
	if (!given) error(404, noExercise(params.slug));
	const { runtimes } = given.facts;
	const named = (name: 'run' | 'beside-run') =>
		found(event, params.slug, url.searchParams.get(name));
	const [own, beside, recorded] = await Promise.all([
		named('run'),
		named('beside-run'),
		reads.recorded(given)
	]);
	const exercise = { ...given, recorded };
	const all = reads.exercises;
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
		preview: previewOf(exercise.facts, `${siteAt(url)}${url.pathname}`),
		story: storyText(exercise.story),
		explain: lessonText(exercise.explain),
		elsewhere: lessonText(exercise.elsewhere),
		transfer: transferAfter(reads, params.slug),
		before: neighbour(all[place - 1]),
		after: neighbour(all[place + 1]),
		requires: exercise.facts.requires.flatMap((slug) => all.filter((other) => other.slug === slug)),
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
		run: own?.run,
		follow: own?.follow,
		runRequest: own?.request,
		/** The code of the run that the address names. */
		runCode: own?.request && {
			id: url.searchParams.get('run') ?? '',
			language: own.request.language ?? listed?.languages[0] ?? 'c',
			sources: own.request.sources
		},
		besideRun: beside?.run,
		besideFollow: beside?.follow,
		/** Whether the exercise asks for both architectures at once. */
		opensBeside: opensBeside(exercise.facts)
	};
};

async function found(event: RequestEvent, slug: string, id: string | null) {
	const named = id ? await readable(() => readsOf(event.platform).run(id)) : undefined;
	const run = named?.exercise === slug ? named : undefined;
	return {
		/** A finished one, if it is this exercise's. */
		run: run?.report ? { ...run, report: await asText(slim(run.report), event) } : undefined,
		/** A run that the browser follows: in progress, failed, or no longer kept (which the page then shows). */
		follow: id && (run || !named) && !run?.report ? id : undefined,
		request: run?.request
	};
}

/** The loop that the address opens: of the self-test, or one that follows a lesson. */
function openedIn(reads: SiteReads, id: string | null) {
	const named = ({ id: of }: SelfTestLoop) => of === id;
	const tested = reads.selfTest?.loops.find(named);
	const loop = tested ?? reads.transfer?.loops.find(named);
	if (!loop) return undefined;
	const { title, sources, teaches } = loop;
	const asked = tested ? `/foundations/test#${loop.id}` : `/exercises/${teaches[0]}#${loop.id}`;
	return { id: loop.id, title, asked, language: 'c' as const, sources };
}

/** The loop to judge after an exercise's lesson, where there is one. */
function transferAfter(reads: SiteReads, slug: string) {
	const loops = reads.transfer;
	const loop = loops?.loops.find(({ teaches }) => teaches[0] === slug);
	if (!loops || !loop) return undefined;
	const taught = reads.exercises.filter((other) => loop.teaches.includes(other.slug));
	const titles = Object.fromEntries(taught.map((other) => [other.slug, other.title]));
	return { loop, about: loops.about, titles };
}

/** What link previews take: whole addresses, and the picture in words. */
const previewOf = (facts: Facts, page: string) => ({
	page,
	picture: `${page}/preview.png`,
	text: `${facts.question.text} ${pictureText(questionPicture(facts))}`
});

const neighbour = (other: ExerciseSummary | undefined) =>
	other && { slug: other.slug, title: other.title };

const measured = (runners: PageRunner[], target: Target) =>
	runners.some(({ measures }) => measures.includes(target));
