/** Counts the outcome of a fault run and lays it out as table rows. Pure. */
import { isComplete } from './history.ts';
import type { ObservedRun, ReceivedEvent } from './learner.ts';
import type { Overlap } from './measuring.ts';

export type Kill = {
	what: 'runner' | 'site';
	name: string;
	/** `performance.now()`. */
	at: number;
	/** Runs that the killed runner had, by their learners' events. */
	held: string[];
};

export type Facts = {
	asked: number;
	names: string[];
	kills: Kill[];
	/** Each run's events, or why its learner gave up. */
	observed: (ObservedRun | { trouble: string })[];
	/** Observations of the sandboxes; sandboxes that measured, by runner; simultaneous measurements on one processor. */
	looks: number;
	measured: Record<string, number>;
	overlaps: Overlap[];
	store: {
		/** Runs by state. */
		states: Record<string, number>;
		/** Runs without exactly one end; runs with gaps in their history. */
		withoutOneEnd: number;
		withGaps: number;
	};
	containersLeft: number;
	seconds: number;
};

export type FaultOutcome = {
	/** Number of runs by the type of their last event. */
	ends: Record<string, number>;
	/** Errors of the learners without a result. */
	withoutResult: string[];
	/** Number of failed runs by code and message. */
	sentences: Record<string, number>;
	/** Runs with an event "moved"; runs that started more than once; runs set aside after two runners died. */
	moved: number;
	restarted: number;
	setAside: number;
	/** Runs with a restart for which there was no event "moved". */
	restartedSilently: number;
	/** Runs of a killed runner that returned to the queue; the longest time until their learners got an event, ms. */
	handedBack: number;
	/** Runs of a killed runner whose end was already sent. */
	endedAnyway: number;
	longestMs: number | undefined;
	/** Runs whose learners missed an event or received an event twice. */
	brokenHistories: number;
	reconnections: number;
};

/** Counts what happened. */
export function outcomeOf({ observed, kills }: Facts): FaultOutcome {
	const whole = observed.filter((run): run is ObservedRun => 'id' in run);
	const endOf = ({ received }: ObservedRun) => received.at(-1)?.event;
	const starts = ({ received }: ObservedRun) => numbered(received, 'started').length;
	const moves = ({ received }: ObservedRun) => numbered(received, 'moved').length;
	const news = kills.flatMap(({ at, held }) =>
		held.flatMap((id) => {
			const { received = [] } = whole.find((run) => run.id === id) ?? {};
			const first = received.find(
				(event) => event.at > at && (isHandedBack(event) || isEnd(event))
			);
			return first ? [{ ms: first.at - at, back: isHandedBack(first) }] : [];
		})
	);
	const times = news.filter(({ back }) => back).map(({ ms }) => ms);
	return {
		ends: counted(whole.map((run) => endOf(run)?.type ?? 'none')),
		withoutResult: observed.flatMap((run) => ('trouble' in run ? [run.trouble] : [])),
		sentences: counted(
			whole.flatMap((run) => {
				const end = endOf(run);
				return end?.type === 'failed' ? [`${end.code}: ${end.message}`] : [];
			})
		),
		moved: whole.filter((run) => moves(run) > 0).length,
		restarted: whole.filter((run) => starts(run) > 1).length,
		setAside: whole.filter((run) => {
			const end = endOf(run);
			return end?.type === 'failed' && end.code === 'SET_ASIDE';
		}).length,
		restartedSilently: whole.filter((run) => starts(run) > 1 + moves(run)).length,
		handedBack: times.length,
		endedAnyway: news.length - times.length,
		longestMs: times.length > 0 ? Math.max(...times) : undefined,
		brokenHistories: whole.filter((run) => !isComplete(run)).length,
		reconnections: whole.reduce((sum, { connections }) => sum + connections - 1, 0)
	};
}

/** The killed runner no longer has the run: it is moved, queued, started again or set aside. */
function isHandedBack({ event }: ReceivedEvent): boolean {
	return ['moved', 'queued', 'started', 'failed'].includes(event.type);
}

function isEnd({ event }: ReceivedEvent): boolean {
	return event.type === 'finished' || event.type === 'cancelled';
}

function numbered(received: readonly ReceivedEvent[], type: string): ReceivedEvent[] {
	return received.filter(({ event }) => event.type === type);
}

function counted(words: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
	return counts;
}

/** A table row for each figure. */
export function rowsOf(facts: Facts, outcome: FaultOutcome): [what: string, figure: string][] {
	const { ends, sentences } = outcome;
	const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
	return [
		['runners', facts.names.map((name) => name.replace(/^faults-[^-]+-/, '')).join(', ')],
		['killed', facts.kills.map(({ name }) => name.replace(/^faults-[^-]+-/, '')).join(', ')],
		['runs requested', `${facts.asked}`],
		...Object.entries(ends).map(([end, count]): [string, string] => [`  ${end}`, `${count}`]),
		...Object.entries(sentences).map(([sentence, count]): [string, string] => [
			`    ${sentence.slice(0, 100)}`,
			`${count}`
		]),
		['learners without a result', `${outcome.withoutResult.length}`],
		['runs moved', `${outcome.moved}`],
		['runs restarted', `${outcome.restarted}`],
		['  without an event', `${outcome.restartedSilently}`],
		['set aside after two runners died', `${outcome.setAside}`],
		['runs of killed runners', `${sum(facts.kills.map(({ held }) => held.length))}`],
		['  queued again', `${outcome.handedBack}`],
		['  ended before that', `${outcome.endedAnyway}`],
		['  longest time until then, ms', outcome.longestMs?.toFixed(0) ?? 'none'],
		['reconnections of learners', `${outcome.reconnections}`],
		['histories with gaps or repeats', `${outcome.brokenHistories}`],
		['sandboxes observed measuring', `${sum(Object.values(facts.measured))}`],
		['  two at once on one core', `${facts.overlaps.length} in ${facts.looks} observations`],
		['containers left', `${facts.containersLeft}`],
		[
			'rows without an end',
			`${(facts.store.states['queued'] ?? 0) + (facts.store.states['running'] ?? 0)}`
		],
		['histories without one end', `${facts.store.withoutOneEnd}`],
		['seconds in all', facts.seconds.toFixed(0)]
	];
}
