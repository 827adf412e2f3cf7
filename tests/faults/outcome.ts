/** What a fault run amounts to: counts, a table for people, and what is wrong. Pure. */
import { isWhole } from './history.ts';
import type { Course, Heard } from './learner.ts';
import type { Overlap } from './measuring.ts';

export type Kill = {
	what: 'runner' | 'site';
	name: string;
	/** `performance.now()`. */
	at: number;
	/** Runs a killed runner had in hand, as their learners knew. */
	held: string[];
};

export type Facts = {
	asked: number;
	names: string[];
	kills: Kill[];
	/** How each run went, or why its learner gave up. */
	courses: (Course | { trouble: string })[];
	/** Looks into the sandboxes; sandboxes seen at work, by runner; two at work at once on one processor. */
	looks: number;
	measured: Record<string, number>;
	overlaps: Overlap[];
	store: {
		/** Runs by state. */
		states: Record<string, number>;
		/** Runs with no ending or with several; runs with gaps in their history. */
		withoutOneEnd: number;
		withGaps: number;
		/** Jobs the queue still has. */
		openJobs: number;
	};
	containersLeft: number;
	seconds: number;
};

export type Outcome = {
	/** Learners' answers by how their runs ended. */
	ends: Record<string, number>;
	/** Learners without an answer, and why. */
	lost: string[];
	/** Runs that failed, by what their learners were told. */
	sentences: Record<string, number>;
	/** Runs that were told to be moved, that began anew, and that two runners died over. */
	moved: number;
	begunAnew: number;
	setAside: number;
	/** Runs that began anew though nobody was told. */
	untold: number;
	/** Of the runs in hand of a runner that was killed: told to be moved or over; longest time until then, ms. */
	handedBack: number;
	/** The others whose last word was on its way already. */
	endedAnyway: number;
	longestMs: number | undefined;
	/** Runs whose learners missed an event or heard one twice, across reconnections. */
	brokenHistories: number;
	reconnections: number;
};

/** Counts what happened. */
export function outcomeOf({ courses, kills }: Facts): Outcome {
	const whole = courses.filter((course): course is Course => 'id' in course);
	const endOf = ({ heard }: Course) => heard.at(-1)?.event;
	const starts = ({ heard }: Course) => numbered(heard, 'started').length;
	const moves = ({ heard }: Course) => numbered(heard, 'moved').length;
	const news = kills.flatMap(({ at, held }) =>
		held.flatMap((id) => {
			const { heard = [] } = whole.find((course) => course.id === id) ?? {};
			const first = heard.find((one) => one.at > at && (isHandedBack(one) || isEnd(one)));
			return first ? [{ ms: first.at - at, back: isHandedBack(first) }] : [];
		})
	);
	const times = news.filter(({ back }) => back).map(({ ms }) => ms);
	return {
		ends: counted(whole.map((course) => endOf(course)?.type ?? 'none')),
		lost: courses.flatMap((course) => ('trouble' in course ? [course.trouble] : [])),
		sentences: counted(
			whole.flatMap((course) => {
				const end = endOf(course);
				return end?.type === 'failed' ? [`${end.code}: ${end.message}`] : [];
			})
		),
		moved: whole.filter((course) => moves(course) > 0).length,
		begunAnew: whole.filter((course) => starts(course) > 1).length,
		setAside: whole.filter((course) => {
			const end = endOf(course);
			return end?.type === 'failed' && end.code === 'SET_ASIDE';
		}).length,
		untold: whole.filter((course) => starts(course) > 1 + moves(course)).length,
		handedBack: times.length,
		endedAnyway: news.length - times.length,
		longestMs: times.length > 0 ? Math.max(...times) : undefined,
		brokenHistories: whole.filter((course) => !isWhole(course)).length,
		reconnections: whole.reduce((sum, { connections }) => sum + connections - 1, 0)
	};
}

/** Told to be moved, waiting in the line, begun anew, or set aside: no longer the dead runner's. */
function isHandedBack({ event }: Heard): boolean {
	return ['moved', 'queued', 'started', 'failed'].includes(event.type);
}

function isEnd({ event }: Heard): boolean {
	return event.type === 'finished' || event.type === 'cancelled';
}

function numbered(heard: readonly Heard[], type: string): Heard[] {
	return heard.filter(({ event }) => event.type === type);
}

function counted(words: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
	return counts;
}

/** For people: a line for each figure. */
export function rowsOf(facts: Facts, outcome: Outcome): [what: string, figure: string][] {
	const { ends, sentences } = outcome;
	const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);
	return [
		['runners', facts.names.map((name) => name.replace(/^faults-[^-]+-/, '')).join(', ')],
		['killed', facts.kills.map(({ name }) => name.replace(/^faults-[^-]+-/, '')).join(', ')],
		['runs asked for', `${facts.asked}`],
		...Object.entries(ends).map(([end, count]): [string, string] => [`  ${end}`, `${count}`]),
		...Object.entries(sentences).map(([sentence, count]): [string, string] => [
			`    ${sentence.slice(0, 100)}`,
			`${count}`
		]),
		['learners without an answer', `${outcome.lost.length}`],
		['runs told to be moved', `${outcome.moved}`],
		['runs begun anew', `${outcome.begunAnew}`],
		['  of them without a word', `${outcome.untold}`],
		['set aside after two runners died', `${outcome.setAside}`],
		['in hand of killed runners', `${sum(facts.kills.map(({ held }) => held.length))}`],
		['  handed back', `${outcome.handedBack}`],
		['  over before that was needed', `${outcome.endedAnyway}`],
		['  the longest after, ms', outcome.longestMs?.toFixed(0) ?? 'none'],
		['reconnections of learners', `${outcome.reconnections}`],
		['histories with gaps or repeats', `${outcome.brokenHistories}`],
		['sandboxes seen measuring', `${sum(Object.values(facts.measured))}`],
		['  two at once on one core', `${facts.overlaps.length} in ${facts.looks} looks`],
		['containers left', `${facts.containersLeft}`],
		[
			'rows without an end',
			`${(facts.store.states['queued'] ?? 0) + (facts.store.states['running'] ?? 0)}`
		],
		['histories without one end', `${facts.store.withoutOneEnd}`],
		['jobs left in the queue', `${facts.store.openJobs}`],
		['seconds in all', facts.seconds.toFixed(0)]
	];
}
