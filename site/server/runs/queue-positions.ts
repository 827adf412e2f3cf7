/** Shell: publishes the position of a waiting run to its watchers whenever the queue changes. */
import { defined } from '@cyclelab/contract/defined';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import type { Database } from '../store/database.ts';
import type { Hub } from './events.ts';
import { noticeOf, serves } from './plan.ts';
import type { RunnerCard } from './connected.ts';
import type { RunnerSummary } from '../../shared/schema.ts';
import { countWaiting, readPlaces } from './queue.ts';

export type QueuePositions = {
	/** The queue changed: watchers of waiting runs get their new positions, after a pause. */
	moved: () => void;
	/** A watcher came to a run that may be waiting, and gets its position with the next positions. */
	tell: (run: string) => void;
	/** Records how long a run took from the start on its runner to its end, ms. */
	took: (queue: string, ms: number) => void;
	/** The position of one run; undefined if it does not wait. */
	place: (run: string) => Promise<Queued | undefined>;
	/** Runners with the number of runs that wait in their queues, as it was when a queue last changed. */
	withWaiting: (runners: RunnerCard[]) => RunnerSummary[];
	stop: () => void;
};

type Queued = Extract<RunEvent, { type: 'queued' }>;

/** Shortest time between two position updates, ms. */
const pauseMs = 200;
/** The same for each position of an update: at most a hundred are sent in a second, in a class of sixty as well. */
const pauseOfEachMs = 10;
/** Number of recent runs in the estimate. */
const remembered = 20;

export function openQueuePositions(
	database: Database,
	hub: Pick<Hub, 'announce' | 'watched'>,
	runners: () => RunnerCard[]
): QueuePositions {
	const recent = new Map<string, number[]>();
	let timer: NodeJS.Timeout | undefined;
	let again = false;
	let waiting = new Map<string, number>();
	/** Positions that were sent last, as JSON, by run. */
	let told = new Map<string, string>();

	const eventOf = (queue: string, position: number): Queued => {
		const notice = noticeOf(queue, runners());
		const waitMs = notice === undefined ? estimate(queue, position) : undefined;
		return {
			type: 'queued',
			position,
			...defined({ waitMs, notice })
		};
	};

	const estimate = (queue: string, position: number) => {
		const all = runners();
		const slots = all
			.filter((runner) => runner.state === 'ready' && serves(runner, all).includes(queue))
			.reduce((sum, runner) => sum + runner.slots, 0);
		return waitOf(recent.get(queue) ?? [], position, slots);
	};

	async function announceAll(): Promise<void> {
		waiting = await countWaiting(database);
		const places = await readPlaces(database, hub.watched());
		const before = told;
		told = new Map();
		for (const [run, { place, queue }] of places) {
			const event = eventOf(queue, place);
			const text = JSON.stringify(event);
			told.set(run, text);
			if (before.get(run) !== text) hub.announce(run, event);
		}
	}

	const schedule = () => {
		timer = setTimeout(
			() => {
				timer = undefined;
				if (!again) return;
				again = false;
				schedule();
				announceAll().catch(() => (again = true));
			},
			Math.max(pauseMs, pauseOfEachMs * told.size)
		);
		timer.unref();
	};

	const moved = () => {
		again = true;
		if (timer === undefined) schedule();
	};

	return {
		moved,
		tell: (run) => {
			told.delete(run);
			moved();
		},
		took: (queue, ms) => recent.set(queue, [...(recent.get(queue) ?? []), ms].slice(-remembered)),
		place: async (run) => {
			const position = (await readPlaces(database, [run])).get(run);
			return position && eventOf(position.queue, position.place);
		},
		withWaiting: (all) =>
			all.map((runner) => ({
				...runner,
				waiting: serves(runner, all).reduce((sum, name) => sum + (waiting.get(name) ?? 0), 0)
			})),
		stop: () => clearTimeout(timer)
	};
}

/** Estimated wait in ms at a position of a queue, 1 = next, from the durations of recent runs; undefined if unknown. */
export function waitOf(recentMs: number[], position: number, slots: number): number | undefined {
	const sorted = [...recentMs].sort((a, b) => a - b);
	const median = sorted[Math.floor(sorted.length / 2)];
	if (median === undefined || slots === 0) return undefined;
	return Math.round((median * position) / slots);
}
