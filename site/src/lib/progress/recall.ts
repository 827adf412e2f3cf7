/** Loops to judge again, or for the first time, of exercises that a learner did some days ago. Pure. */
import type { SelfTestLoop } from '@cyclelab/exercises/self-test';
import { answerIn } from './self-test.ts';

/** Days after which a lesson is asked about again. */
const daysApart = 2;
/** Loops that are asked for at once. */
const atOnce = 2;
const msPerDay = 86_400_000;

interface Recalled {
	/** Of the exercise whose lesson explains the loop. */
	slug: string;
	loop: string;
	title: string;
}

type Asked = Pick<SelfTestLoop, 'id' | 'title' | 'choices' | 'teaches'>;

/**
 * Up to two loops that were not answered rightly, each of another track, of exercises that were last run two days ago or earlier;
 * the longest ago first.
 * @param lastRun when an exercise was last run, by slug, ISO 8601
 * @param load reads the value that the browser keeps under a key
 */
export function recalled(
	loops: readonly Asked[],
	exercises: readonly { slug: string; track: string }[],
	lastRun: Readonly<Record<string, string | undefined>>,
	load: (key: string) => string | undefined,
	now: Date
): Recalled[] {
	const trackOf = new Map(exercises.map(({ slug, track }) => [slug, track]));
	const due = loops
		.flatMap((loop) => {
			const [slug = ''] = loop.teaches;
			const at = Date.parse(lastRun[slug] ?? '');
			const answer = answerIn(loop, load);
			const isRight = answer !== undefined && loop.choices[answer]?.right;
			if (isRight || !(now.getTime() - at >= daysApart * msPerDay)) return [];
			return [{ slug, loop: loop.id, title: loop.title, at }];
		})
		.sort((a, b) => a.at - b.at);
	const first = due.filter(
		({ slug }, i) => due.findIndex((other) => trackOf.get(other.slug) === trackOf.get(slug)) === i
	);
	return first.slice(0, atOnce).map(({ slug, loop, title }) => ({ slug, loop, title }));
}
