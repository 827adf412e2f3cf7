/** The operator's eleven figures as rows of text. Pure. */
import type { Figures, Quantiles, Stretch } from '../../../shared/figures.ts';
import { bytes, counted, moment, percent, wait } from '../ui/format.ts';
import { nanoseconds } from '@cyclelab/runner/sentence-numbers';
import { sum } from '@cyclelab/runner/statistics';
import { operateWords as words } from './operate-words.ts';

type Heading = { name: string; unit: string; advice: string };
export type StretchRow = Heading & { hour: string[]; day: string[] };
export type NowRow = Heading & { now: string[] };

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
		row(words.runs, runLines),
		row(words.failures, failureLines),
		row(words.queue, ({ queueMs }) => [time(queueMs)]),
		row(words.pickUp, ({ pickUpMs }) => [time(pickUpMs)]),
		row(words.inspect, ({ inspectMs }) => [time(inspectMs)]),
		row(words.measure, ({ measureMs }) => [time(measureMs)]),
		row(words.samples, ({ samples }) => [rejected(samples)])
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
		row(words.runners, runnerLines(runners)),
		row(words.waiting, [
			...waiting.map(({ queue, runs, oldestSeconds }) =>
				words.waiting.of(queue, runs, wait(oldestSeconds * 1000))
			),
			words.waiting.running(running)
		]),
		row(words.store, [
			words.store.size(bytes(store.bytes)),
			words.store.behind(process.eventsBehind)
		]),
		row(words.kept, [
			words.kept.days(runs.keptDays),
			...(runs.oldest === undefined ? [] : [words.kept.oldest(moment(runs.oldest))])
		])
	];
}

function runLines(stretch: Stretch): string[] {
	const failed = sum(Object.values(stretch.failed));
	const { accepted, finished, cancelled } = stretch;
	const ends = [
		...(cancelled > 0 ? [words.runs.cancelled(cancelled)] : []),
		...(failed > 0 ? [words.runs.failed(failed)] : [])
	];
	return [words.runs.accepted(accepted), words.runs.finished(finished), ...ends];
}

function failureLines({ failed, failures }: Stretch): string[] {
	const lines = [failed, failures].flatMap((counts) =>
		Object.entries(counts)
			.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
			.map(([kind, runs]) => words.failures.of(kind, runs))
	);
	return lines.length > 0 ? lines : [words.none];
}

function time(quantiles: Quantiles): string {
	if (!quantiles) return words.noRuns;
	const [p50, p95] = [quantiles.p50, quantiles.p95].map((ms) => nanoseconds(ms * 1e6));
	return `${p50}, ${p95}`;
}

function rejected({ accepted, rejected }: Stretch['samples']): string {
	const all = accepted + rejected;
	if (all === 0) return words.none;
	return words.samples.of(percent(rejected / all), counted(all, 'sample'));
}

function runnerLines(runners: Figures['runners']): string[] {
	if (runners.length === 0) return [words.runners.noRunner];
	const states = Map.groupBy(runners, ({ state }) => state);
	const loads = runners.flatMap(({ load }) => load ?? []);
	const warm = (kind: 'tools' | 'measure') =>
		sum(loads.map(({ sandboxes }) => sandboxes[kind].warm));
	return [
		...[...states].map(([state, of]) => words.runners.state(of.length, state)),
		...(loads.length > 0 ? [words.runners.warm(warm('tools'), warm('measure'))] : [])
	];
}
