/** Shell: tells those who watch a waiting run where it stands, whenever the line moves. */
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { Database } from './database.ts';
import type { Hub } from './events.ts';
import { noticeOf, serves } from './classes.ts';
import type { RunnerCard } from './connected.ts';
import type { RunnerSummary } from './schema.ts';
import { countWaiting, readPlaces } from './store.ts';

export type Line = {
	/** The line moved; watchers are told, at most every `pauseMs`. */
	moved: () => void;
	/** How long a run took from its runner's taking it to its end, ms. */
	took: (queue: string, ms: number) => void;
	/** Where one run stands; undefined if it does not wait. */
	place: (run: string) => Promise<Queued | undefined>;
	/** Runners with the number of runs that wait in their lines, as it was when a line last moved. */
	withWaiting: (runners: RunnerCard[]) => RunnerSummary[];
	stop: () => void;
};

export type Queued = Extract<RunEvent, { type: 'queued' }>;

/** Watchers are told of a moving line at most this often, ms. */
const pauseMs = 200;
/** The estimate looks at this many runs. */
const remembered = 20;

export function openLine(database: Database, hub: Hub, runners: () => RunnerCard[]): Line {
	const recent = new Map<string, number[]>();
	let timer: NodeJS.Timeout | undefined;
	let again = false;
	let waiting = new Map<string, number>();

	const eventOf = (queue: string, position: number): Queued => {
		const notice = noticeOf(queue, runners());
		const waitMs = notice === undefined ? estimate(queue, position) : undefined;
		return {
			type: 'queued',
			position,
			...(waitMs === undefined ? {} : { waitMs }),
			...(notice === undefined ? {} : { notice })
		};
	};

	const estimate = (queue: string, position: number) => {
		const all = runners();
		const slots = all
			.filter((runner) => runner.state === 'ready' && serves(runner, all).includes(queue))
			.reduce((sum, runner) => sum + runner.slots, 0);
		return waitOf(recent.get(queue) ?? [], position, slots);
	};

	async function tell(): Promise<void> {
		waiting = await countWaiting(database);
		const places = await readPlaces(database, hub.unheld());
		for (const [run, { place, queue }] of places) hub.announce(run, eventOf(queue, place));
	}

	const schedule = () => {
		timer = setTimeout(() => {
			timer = undefined;
			if (!again) return;
			again = false;
			schedule();
			tell().catch(() => (again = true));
		}, pauseMs);
		timer.unref();
	};

	return {
		moved: () => {
			again = true;
			if (timer === undefined) schedule();
		},
		took: (queue, ms) => recent.set(queue, [...(recent.get(queue) ?? []), ms].slice(-remembered)),
		place: async (run) => {
			const known = (await readPlaces(database, [run])).get(run);
			return known && eventOf(known.queue, known.place);
		},
		withWaiting: (all) =>
			all.map((runner) => ({
				...runner,
				waiting: serves(runner, all).reduce((sum, name) => sum + (waiting.get(name) ?? 0), 0)
			})),
		stop: () => clearTimeout(timer)
	};
}

/** Estimated wait in ms at a place of a line, 1 = next, from how long recent runs took; undefined if unknown. */
export function waitOf(recentMs: number[], position: number, slots: number): number | undefined {
	const sorted = [...recentMs].sort((a, b) => a - b);
	const median = sorted[Math.floor(sorted.length / 2)];
	if (median === undefined || slots === 0) return undefined;
	return Math.round((median * position) / slots);
}
