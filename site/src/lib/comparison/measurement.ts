/** How the numbers of a run were measured: clock, drift, noise, samples. Pure. */
import type { Measured } from '@cyclelab/runner/schema/measurement';
import type { Report } from '@cyclelab/runner/schema/report';
import type { TermId } from '../glossary/terms.ts';
import { bytes, counted, finePercent, gigahertz, grouped, moment } from '../ui/format.ts';
import { clocks } from '../ui/names.ts';
import { howWords } from './how-words.ts';
import type { Row } from './rows.ts';

export interface Fact {
	name: string;
	text: string;
	/** What to read about it. */
	term?: TermId;
}

/** Undefined while nothing was measured. */
export function measurementOf(report: Report, rows: Row[]): Fact[] | undefined {
	const measured = rows.flatMap(({ point }) => point?.measured ?? []);
	const [first] = measured;
	if (!first) return undefined;
	const { clock } = first;
	return [
		...(clock
			? [
					{
						name: howWords.clockRead,
						text: howWords.clockReadAs(clocks[clock.counter], gigahertz(clock.counterGHz)),
						term: 'clock-read' as const
					},
					{ name: howWords.ruler, text: clock.ruler, term: 'ruler' as const }
				]
			: []),
		{ name: howWords.coreClock, text: coreClock(measured), term: 'cycle' },
		{
			name: howWords.noiseFloor,
			text: noiseFloorText(report.runner.noiseFloor),
			term: 'noise-floor'
		},
		{ name: howWords.samplesHeading, text: samples(measured), term: 'sample' },
		...stridesOf(report.runner.host)
	];
}

/** The clock of all rows, and the most that it moved while one of them was measured. */
function coreClock(measured: Measured[]): string {
	const all = measured.map(({ clockGHz }) => gigahertz(clockGHz));
	const [low, high] = [all.toSorted()[0], all.toSorted().at(-1)];
	const range = low === high ? `${low}` : `${low} to ${high}`;
	const drifts = measured.flatMap(({ drift }) => drift ?? []);
	return drifts.length === 0
		? range
		: `${range}, ${howWords.drift(finePercent(Math.max(...drifts)))}`;
}

export function noiseFloorText(floor: Report['runner']['noiseFloor']): string {
	if (!floor) return howWords.noiseFloorNone;
	const { relative, pairs, falseVerdicts, at } = floor;
	return [
		howWords.noiseFloorIs(finePercent(relative), counted(pairs, 'pair')),
		howWords.noiseFloorWrong(falseVerdicts),
		howWords.noiseFloorAt(moment(at))
	].join('; ');
}

function samples(measured: Measured[]): string {
	const sum = (of: (one: Measured) => number) =>
		measured.reduce((total, one) => total + of(one), 0);
	const [rejected, aside] = [sum((one) => one.rejected), sum((one) => one.setAside ?? 0)];
	return [
		howWords.processes(
			counted(
				sum((one) => one.samples),
				'sample'
			),
			counted(
				sum((one) => one.processes),
				'process',
				'processes'
			)
		),
		howWords.rejected(grouped(rejected)),
		...(aside > 0 ? [howWords.setAsideShared(grouped(aside))] : [])
	].join(', ');
}

/**
 * How far apart addresses are that share a set, for each cache close to the core. Beyond a page that is true of physical
 * addresses. A cache shared by many cores mostly spreads addresses over its slices by a hash, so it has no such distance.
 */
export function stridesOf({ caches, pageBytes }: Report['runner']['host']): Fact[] {
	const all = caches.flatMap(({ level, type, bytes: size, ways }) => {
		if (!ways || level > 2) return [];
		const stride = size / ways;
		const name = howWords.cacheName(level, type === 'data');
		return howWords.stride(name, bytes(size), ways, bytes(stride), stride > pageBytes);
	});
	return all.length === 0 ? [] : [{ name: howWords.sets, text: all.join('; '), term: 'cache' }];
}
