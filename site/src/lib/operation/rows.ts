/** The operator's eleven figures as rows of text. Pure. */
import type { Figures, Quantiles, Stretch } from '../../../shared/figures.ts';
import { bytes, counted, moment, percent, wait } from '../ui/format.ts';
import { nanoseconds } from '@cyclelab/contract/measure/sentence-numbers';
import { sum } from '@cyclelab/contract/measure/statistics';

const runsWords = {
	name: 'Runs',
	unit: 'how many were accepted, and how they ended',
	advice: 'Accepted without being finished: look at the runners and the waiting runs below.',
	accepted: (runs: number) => `${runs} accepted`,
	finished: (runs: number) => `${runs} finished`,
	cancelled: (runs: number) => `${runs} cancelled`,
	failed: (runs: number) => `${runs} failed`
} as const;
const failuresWords = {
	name: 'Failures by kind',
	unit: 'runs; the site’s failures first, then failures of learners’ programs',
	advice:
		'Codes in capitals are ours: the logs of site and runner have them. The others are learners’ mistakes, and normal.',
	of: (kind: string, runs: number) => `${kind}: ${runs}`
} as const;
const queueWords = {
	name: 'Time in the queue',
	unit: 'from accepted until a runner has a place for it',
	advice: 'Above what a class may be asked to wait: connect another runner of that class.'
} as const;
const pickUp = {
	name: 'Pick-up',
	unit: 'from leaving the queue to the runner’s first word',
	advice: 'Above 50 ms: the way to the runners is slow, or their tool cores are taken by others.'
} as const;
const inspect = {
	name: 'Inspection',
	unit: 'from there to the last prediction',
	advice: 'Longer than last day: something else works on the runners’ tool cores.'
} as const;
const measure = {
	name: 'Measurement',
	unit: 'from the turn on the measuring core to the last point',
	advice: 'Longer than the exercises ask for: samples are rejected, see the next figure.'
} as const;
const samplesWords = {
	name: 'Samples rejected',
	unit: 'part of all samples in reports',
	advice:
		'Above 10 %: another program uses the measuring core, or a neighbour of this virtual machine does. Keep it free.',
	of: (share: string, samples: string) => `${share} of ${samples}`
} as const;
const runnersWords = {
	name: 'Runners',
	unit: 'by state, and their sandboxes that wait ready',
	advice:
		'Degraded runners take no runs, and /runners shows why. No warm sandbox for long: raise RUNNER_POOL, or look at the Docker Engine.',
	noRunner: 'No runner is connected',
	state: (runners: number, state: string) => `${counted(runners, 'runner')} ${state}`,
	warm: (tools: number, measure: number) =>
		`${counted(tools + measure, 'sandbox', 'sandboxes')} warm, ${measure} of them to measure`
} as const;
const waitingWords = {
	name: 'Waiting runs',
	unit: 'runs, by queue',
	advice: 'A queue that grows while runners are ready has no runner of its class: connect one.',
	of: (queue: string, runs: number, oldest: string) =>
		`${queue}: ${counted(runs, 'run')}, the oldest for ${oldest}`,
	running: (runs: number) => `${counted(runs, 'run')} on runners`
} as const;
const storeWords = {
	name: 'Store',
	unit: 'size of the database; events of this process that are not in it yet',
	advice:
		'Events that stay behind: PostgreSQL is slow or away. A store that grows faster than its disk: lower RUN_DAYS.',
	size: (size: string) => `${size} in the database`,
	behind: (events: number) => `${counted(events, 'event')} behind`
} as const;
const kept = {
	name: 'Runs kept',
	unit: 'days after their end; the oldest run in the store',
	advice:
		'The setting RUN_DAYS, and INSPECTION_DAYS for runs that measured nothing. A run of a workshop stays as long as the workshop. Snapshots are not deleted.',
	days: (days: number) => `${counted(days, 'day')}`,
	oldest: (when: string) => `the oldest of ${when}`
} as const;

type Heading = { name: string; unit: string; advice: string };
type StretchRow = Heading & { hour: string[]; day: string[] };
type NowRow = Heading & { now: string[] };

/** Figures of a stretch of time: an hour and a day side by side. */
export function stretchRows({ hour, day }: Pick<Figures, 'hour' | 'day'>): StretchRow[] {
	const row = (
		{ name, unit, advice }: Heading,
		textsOf: (stretch: Stretch) => string[]
	): StretchRow => ({
		name,
		unit,
		advice,
		hour: textsOf(hour),
		day: textsOf(day)
	});
	return [
		row(runsWords, runLines),
		row(failuresWords, failureLines),
		row(queueWords, ({ queueMs }) => [time(queueMs)]),
		row(pickUp, ({ pickUpMs }) => [time(pickUpMs)]),
		row(inspect, ({ inspectMs }) => [time(inspectMs)]),
		row(measure, ({ measureMs }) => [time(measureMs)]),
		row(samplesWords, ({ samples }) => [rejected(samples)])
	];
}

/** What holds at this moment. */
export function nowRows({ runners, waiting, running, store, runs, process }: Figures): NowRow[] {
	const row = ({ name, unit, advice }: Heading, now: string[]): NowRow => ({
		name,
		unit,
		advice,
		now
	});
	return [
		row(runnersWords, runnerLines(runners)),
		row(waitingWords, [
			...waiting.map(({ queue, runs, oldestSeconds }) =>
				waitingWords.of(queue, runs, wait(oldestSeconds * 1000))
			),
			waitingWords.running(running)
		]),
		row(storeWords, [storeWords.size(bytes(store.bytes)), storeWords.behind(process.eventsBehind)]),
		row(kept, [
			kept.days(runs.keptDays),
			...(runs.oldest === undefined ? [] : [kept.oldest(moment(runs.oldest))])
		])
	];
}

function runLines(stretch: Stretch): string[] {
	const failed = sum(Object.values(stretch.failed));
	const { accepted, finished, cancelled } = stretch;
	const ends = [
		...(cancelled > 0 ? [runsWords.cancelled(cancelled)] : []),
		...(failed > 0 ? [runsWords.failed(failed)] : [])
	];
	return [runsWords.accepted(accepted), runsWords.finished(finished), ...ends];
}

function failureLines({ failed, failures }: Stretch): string[] {
	const lines = [failed, failures].flatMap((counts) =>
		Object.entries(counts)
			.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
			.map(([kind, runs]) => failuresWords.of(kind, runs))
	);
	return lines.length > 0 ? lines : ['none'];
}

function time(quantiles: Quantiles): string {
	if (!quantiles) return 'no run';
	const [p50, p95] = [quantiles.p50, quantiles.p95].map((ms) => nanoseconds(ms * 1e6));
	return `${p50}, ${p95}`;
}

function rejected({ accepted, rejected }: Stretch['samples']): string {
	const all = accepted + rejected;
	if (all === 0) return 'none';
	return samplesWords.of(percent(rejected / all), counted(all, 'sample'));
}

function runnerLines(runners: Figures['runners']): string[] {
	if (runners.length === 0) return [runnersWords.noRunner];
	const states = Map.groupBy(runners, ({ state }) => state);
	const loads = runners.flatMap(({ load }) => load ?? []);
	const warm = (kind: 'tools' | 'measure') =>
		sum(loads.map(({ sandboxes }) => sandboxes[kind].warm));
	return [
		...[...states].map(([state, of]) => runnersWords.state(of.length, state)),
		...(loads.length > 0 ? [runnersWords.warm(warm('tools'), warm('measure'))] : [])
	];
}
