/** The operator's eleven figures as rows of text. Pure. */
import type { Figures, Quantiles, Stretch } from '../../../shared/figures.ts';
import { bytes, counted, moment, percent, wait } from '../ui/format.ts';
import { nanoseconds } from '@cyclelab/contract/measure/sentence-numbers';
import { sum } from '@cyclelab/contract/measure/statistics';

type Heading = { name: string; unit: string; advice: string };
type StretchRow = Heading & { hour: string[]; day: string[] };
type NowRow = Heading & { now: string[] };

const stretchFigures: (Heading & { textsOf: (stretch: Stretch) => string[] })[] = [
	{
		name: 'Runs',
		unit: 'how many were accepted, and how they ended',
		advice: 'Accepted without being finished: look at the runners and the waiting runs below.',
		textsOf: runLines
	},
	{
		name: 'Failures by kind',
		unit: 'runs; the site’s failures first, then failures of learners’ programs',
		advice:
			'Codes in capitals are ours: the logs of site and runner have them. The others are learners’ mistakes, and normal.',
		textsOf: failureLines
	},
	{
		name: 'Time in the queue',
		unit: 'from accepted until a runner has a place for it',
		advice: 'Above what a class may be asked to wait: connect another runner of that class.',
		textsOf: ({ queueMs }) => [time(queueMs)]
	},
	{
		name: 'Pick-up',
		unit: 'from leaving the queue to the runner’s first word',
		advice: 'Above 50 ms: the way to the runners is slow, or their tool cores are taken by others.',
		textsOf: ({ pickUpMs }) => [time(pickUpMs)]
	},
	{
		name: 'Inspection',
		unit: 'from there to the last prediction',
		advice: 'Longer than last day: something else works on the runners’ tool cores.',
		textsOf: ({ inspectMs }) => [time(inspectMs)]
	},
	{
		name: 'Measurement',
		unit: 'from the turn on the measuring core to the last point',
		advice: 'Longer than the exercises ask for: samples are rejected, see the next figure.',
		textsOf: ({ measureMs }) => [time(measureMs)]
	},
	{
		name: 'Samples rejected',
		unit: 'part of all samples in reports',
		advice:
			'Above 10 %: another program uses the measuring core, or a neighbour of this virtual machine does. Keep it free.',
		textsOf: ({ samples }) => [rejected(samples)]
	}
];

/** Figures of a stretch of time: an hour and a day side by side. */
export const stretchRows = ({ hour, day }: Pick<Figures, 'hour' | 'day'>): StretchRow[] =>
	stretchFigures.map(({ textsOf, ...heading }) => ({
		...heading,
		hour: textsOf(hour),
		day: textsOf(day)
	}));

/** What holds at this moment. */
export const nowRows = ({ runners, waiting, running, store, runs, process }: Figures): NowRow[] => [
	{
		name: 'Runners',
		unit: 'by state, and their sandboxes that wait ready',
		advice:
			'Degraded runners take no runs, and /runners shows why. No warm sandbox for long: raise RUNNER_POOL, or look at the Docker Engine.',
		now: runnerLines(runners)
	},
	{
		name: 'Waiting runs',
		unit: 'runs, by queue',
		advice: 'A queue that grows while runners are ready has no runner of its class: connect one.',
		now: [
			...waiting.map(
				({ queue, runs, oldestSeconds }) =>
					`${queue}: ${counted(runs, 'run')}, the oldest for ${wait(oldestSeconds * 1000)}`
			),
			`${counted(running, 'run')} on runners`
		]
	},
	{
		name: 'Store',
		unit: 'size of the database; events of this process that are not in it yet',
		advice:
			'Events that stay behind: PostgreSQL is slow or away. A store that grows faster than its disk: lower RUN_DAYS.',
		now: [
			`${bytes(store.bytes)} in the database`,
			`${counted(process.eventsBehind, 'event')} behind`
		]
	},
	{
		name: 'Runs kept',
		unit: 'days after their end; the oldest run in the store',
		advice:
			'The setting RUN_DAYS, and INSPECTION_DAYS for runs that measured nothing. A run of a workshop stays as long as the workshop. Snapshots are not deleted.',
		now: [
			counted(runs.keptDays, 'day'),
			...(runs.oldest === undefined ? [] : [`the oldest of ${moment(runs.oldest)}`])
		]
	}
];

function runLines({ accepted, finished, cancelled, failed: byCode }: Stretch): string[] {
	const failed = sum(Object.values(byCode));
	return [
		`${accepted} accepted`,
		`${finished} finished`,
		...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
		...(failed > 0 ? [`${failed} failed`] : [])
	];
}

function failureLines({ failed, failures }: Stretch): string[] {
	const lines = [failed, failures].flatMap((counts) =>
		Object.entries(counts)
			.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
			.map(([kind, runs]) => `${kind}: ${runs}`)
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
	return all === 0 ? 'none' : `${percent(rejected / all)} of ${counted(all, 'sample')}`;
}

function runnerLines(runners: Figures['runners']): string[] {
	if (runners.length === 0) return ['No runner is connected'];
	const states = Map.groupBy(runners, ({ state }) => state);
	const loads = runners.flatMap(({ load }) => load ?? []);
	const warm = (kind: 'tools' | 'measure') =>
		sum(loads.map(({ sandboxes }) => sandboxes[kind].warm));
	const sandboxes = counted(warm('tools') + warm('measure'), 'sandbox', 'sandboxes');
	return [
		...[...states].map(([state, of]) => `${counted(of.length, 'runner')} ${state}`),
		...(loads.length > 0 ? [`${sandboxes} warm, ${warm('measure')} of them to measure`] : [])
	];
}
