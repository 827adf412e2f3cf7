/** How the numbers of a run were measured: clock, drift, noise, samples. Pure. */
import type { Measured } from '@cyclelab/contract/schema/measurement';
import type { Report } from '@cyclelab/contract/schema/report';
import type { TermId } from '../glossary/terms.ts';
import { bytes, counted, finePercent, gigahertz, grouped, moment } from '../ui/format.ts';
import { clocks } from '../ui/names.ts';
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
						name: 'Clock read',
						text: `${clocks[clock.counter]}, ${gigahertz(clock.counterGHz)}`,
						term: 'clock-read' as const
					},
					{ name: 'Its unit', text: clock.ruler, term: 'ruler' as const }
				]
			: []),
		{ name: 'Core clock', text: coreClock(measured), term: 'cycle' },
		{
			name: 'Noise floor',
			text: noiseFloorText(report.runner.noiseFloor),
			term: 'noise-floor'
		},
		{ name: 'Samples', text: samples(measured), term: 'sample' },
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
		: `${range}, moved by ${finePercent(Math.max(...drifts))} between the samples used`;
}

function noiseFloorText(floor: Report['runner']['noiseFloor']): string {
	if (!floor) return 'not known yet: too few pairs of identical code were compared';
	const { relative, pairs, falseVerdicts, at } = floor;
	return [
		`${finePercent(relative)}: 95 % of ${counted(pairs, 'pair')} of identical code differed by no more`,
		falseVerdictsText(falseVerdicts),
		`last pair ${moment(at)}`
	].join('; ');
}

function samples(measured: Measured[]): string {
	const sum = (of: (figure: Measured) => number) =>
		measured.reduce((total, figure) => total + of(figure), 0);
	const [rejected, aside] = [sum((figure) => figure.rejected), sum(({ setAside = 0 }) => setAside)];
	return [
		`${counted(
			sum(({ samples }) => samples),
			'sample'
		)} used, of ${counted(
			sum(({ processes }) => processes),
			'process',
			'processes'
		)}`,
		`${grouped(rejected)} disturbed by the system`,
		...(aside > 0 ? [`${grouped(aside)} set aside because the core was shared`] : [])
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
		const name = `L${level}${type === 'data' ? ' data' : ''}`;
		return `${name} ${bytes(size)}, ${ways} ways: addresses ${bytes(stride)} apart share a set${stride > pageBytes ? ' (physical addresses)' : ''}`;
	});
	return all.length === 0 ? [] : [{ name: 'Cache sets', text: all.join('; '), term: 'cache' }];
}

/** @param wrong pairs of identical code that were called faster or slower */
export const falseVerdictsText = (wrong: number) =>
	wrong === 0
		? 'none was called faster or slower'
		: `${wrong} ${wrong === 1 ? 'was' : 'were'} wrongly called faster or slower`;
