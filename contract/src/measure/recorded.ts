/** A report as the recorded run of an exercise, and a recorded run as a report. Pure. */
import type { RecordedFigure, RecordedPlace, RecordedRun } from '@cyclelab/exercises/schema';
import { defined } from '../defined.ts';
import { Compiler } from '../schema/compiler.ts';
import type { Interval, Measured } from '../schema/measurement.ts';
import { emptyVariant, type Report, type VariantReport } from '../schema/report.ts';

/**
 * What a run of an exercise as given measured. Left out is what no other machine should be compared with: changed code, places
 * that failed or are still measured, and figures that a neighbour on the same physical core may have raised.
 * @param digests of the exercise's code, by variant (`codeDigests`)
 * @param load load average of the minute before the run, where it is known
 * @returns undefined if nothing is left, or if the sandboxes ran under an emulator
 */
export function recordedOf(
	{ startedAt, language, target, runner, toolchain, variants }: Report,
	digests: ReadonlyMap<string, string>,
	load?: number
): RecordedRun | undefined {
	const { host } = runner;
	const places = variants.flatMap((variant) => placesOf(variant, digests.get(variant.id)));
	if (places.length === 0 || host.emulated || host.arch !== target) return undefined;
	return {
		date: startedAt.slice(0, 10),
		processor: host.processor,
		microarchitecture: host.microarchitecture,
		target,
		virtualised: host.virtualised,
		language,
		toolchain: {
			compiler: toolchain.compiler,
			version: toolchain.version,
			flags: toolchain.flags
		},
		...defined({ load: load === undefined ? undefined : Number(load.toFixed(2)) }),
		places
	};
}

function placesOf(
	{ id, edited, addedFlags = [], failure, points }: VariantReport,
	code: string | undefined
): RecordedPlace[] {
	if (edited || addedFlags.length > 0 || failure || code === undefined) return [];
	return points.flatMap(({ parameters, measured, comparison, ongoing, failure: atPoint }) => {
		if (!measured || ongoing || atPoint || measured.slowed) return [];
		const { cyclesPerIteration, nsPerIteration, meters, samples, rejected, processes } = measured;
		return {
			variant: id,
			parameters,
			code,
			cycles: figureOf(cyclesPerIteration),
			ns: figureOf(nsPerIteration),
			...defined({
				predicted: comparison?.predicted === undefined ? undefined : digits(comparison.predicted),
				meters:
					meters &&
					Object.fromEntries(Object.entries(meters).map(([name, meter]) => [name, figureOf(meter)]))
			}),
			modes: measured.modes.map(({ centre, share }): [number, number] => [
				digits(centre),
				digits(share)
			]),
			samples,
			rejected,
			processes,
			clockGHz: digits(measured.clockGHz)
		};
	});
}

/** Four digits are more than any interval here is narrow. */
const digits = (value: number) => Number(value.toPrecision(4));
const figureOf = ({ low, median, high }: Interval): RecordedFigure => [
	digits(low),
	digits(median),
	digits(high)
];

const intervalOf = ([low, median, high]: RecordedFigure): Interval => ({ median, low, high });

/**
 * A recorded run as the report that a comparison takes. What was not recorded is empty: no prediction, no machine code, no
 * samples, no caches of its host.
 * @returns undefined for a compiler that this version does not have: what it made cannot be compared
 */
export function reportOfRecorded(slug: string, run: RecordedRun): Report | undefined {
	const { data: compiler } = Compiler.safeParse(run.toolchain.compiler);
	if (!compiler) return undefined;
	const at = `${run.date}T00:00:00Z`;
	const byVariant = Map.groupBy(run.places, ({ variant }) => variant);
	return {
		run: `recorded-${run.microarchitecture}`,
		exercise: slug,
		language: run.language,
		target: run.target,
		startedAt: at,
		finishedAt: at,
		runner: {
			id: run.microarchitecture,
			arch: run.target,
			microarchitecture: run.microarchitecture,
			host: {
				arch: run.target,
				microarchitecture: run.microarchitecture,
				processor: run.processor,
				identity: '',
				virtualised: run.virtualised,
				emulated: false,
				cores: 1,
				caches: [],
				pageBytes: 4096,
				hugePages: '',
				kernel: ''
			}
		},
		toolchain: { ...run.toolchain, compiler, image: '', llvmMca: '' },
		variants: [...byVariant].map(([id, places]) => ({
			...emptyVariant(id, '', false),
			points: places.map((place) => ({
				parameters: place.parameters,
				documented: [],
				measured: measuredOf(place)
			}))
		})),
		claims: [],
		knees: []
	};
}

/** What was measured at a recorded place, without its samples. */
export function measuredOf(place: RecordedPlace): Measured {
	const { cycles, ns, meters, modes, samples, rejected, processes, clockGHz } = place;
	return {
		cyclesPerIteration: intervalOf(cycles),
		nsPerIteration: intervalOf(ns),
		samples,
		rejected,
		processes,
		modes: modes.map(([centre, share]) => ({ centre, share })),
		spread: [cycles[0], cycles[2]],
		clockGHz,
		...defined({
			meters:
				meters &&
				Object.fromEntries(Object.entries(meters).map(([id, meter]) => [id, intervalOf(meter)]))
		}),
		raw: []
	};
}
