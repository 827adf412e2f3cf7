/**
 * An emulated runner must not report times: the gateway refuses every message that has one, so no page can show one.
 * Pure.
 */
import type { FromRunner, RunnerDescription } from '@cyclelab/contract/schema/gateway';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import type { Point } from '@cyclelab/contract/schema/measurement';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import type { Conclusions } from '@cyclelab/contract/schema/verdicts';

/** Kinds of claims about counts, which are exact under emulation. */
const timeless = ['instructions', 'code'];

/**
 * A sentence that refuses an emulated runner for a message with a time, and names its place. Undefined without a time, or
 * if the runner is not emulated. @param known the runner's earlier description
 */
export function forbiddenTimeIn(
	message: FromRunner,
	known?: Pick<RunnerDescription, 'host'>
): string | undefined {
	const described = message.type === 'hello' ? message.runner : undefined;
	const wasEmulated = known?.host.emulated ?? false;
	if (wasEmulated && described && !described.host.emulated)
		return 'A runner that reported that it is emulated now reports that it is not. Restart it under another name.';
	if (!wasEmulated && !described?.host.emulated) return undefined;
	const where = described
		? inDescription(described)
		: message.type === 'calibrations'
			? 'a calibration'
			: message.type === 'blocks'
				? 'measured blocks'
				: message.type === 'event'
					? inEvent(message.event)
					: undefined;
	return where === undefined
		? undefined
		: `This runner is emulated, so it must not send times, and it sent one: ${where}. Run the same version of runner and site.`;
}

function inDescription(runner: RunnerDescription): string | undefined {
	if (runner.measures.length > 0) return 'what it measures';
	if (runner.clockGHz !== undefined) return 'its clock';
	if (runner.noiseFloor) return 'its noise floor';
	if (runner.measuredCaches) return 'its measured caches';
	return undefined;
}

function inEvent(event: RunEvent): string | undefined {
	switch (event.type) {
		case 'point':
			return inPoints([event.point], event.variant);
		case 'inspected':
			return inVariants([event.variant]);
		case 'explained':
			return inWhy(event.why, event.variant);
		case 'simulated':
			return inEvents([event.events], event.variant);
		case 'started':
			return inReport(event.report);
		case 'finished':
			return inConclusions(event.conclusions);
		default:
			return undefined;
	}
}

function inReport({ runner, variants, claims, knees }: Report): string | undefined {
	if (!runner.host.emulated) return 'a report of a runner that is not emulated';
	if (runner.clockGHz !== undefined) return "its clock, in a run's report";
	if (runner.noiseFloor) return "its noise floor, in a run's report";
	return inVerdicts({ claims, knees }) ?? inVariants(variants);
}

function inConclusions({ clockGHz, variants, claims, knees }: Conclusions): string | undefined {
	if (clockGHz !== undefined) return "its clock, in a run's report";
	return inVerdicts({ claims, knees }) ?? inVariants(variants);
}

function inVerdicts({ claims, knees }: Pick<Report, 'claims' | 'knees'>): string | undefined {
	if (knees.length > 0) return 'a step of a sweep';
	const claim = claims.find(
		({ measure, verdict, observed }) =>
			!timeless.includes(measure) && (observed !== undefined || verdict !== 'not-measured')
	);
	return claim && `the claim ${claim.id}`;
}

type Timed = Pick<Point, 'measured' | 'comparison'>;

type TimedVariant = Pick<VariantReport, 'id' | 'why' | 'events'> & { points: readonly Timed[] };

const inVariants = (variants: readonly TimedVariant[]) =>
	variants
		.map(
			({ id, points, why, events }) =>
				inPoints(points, id) ?? inWhy(why, id) ?? inEvents(events, id)
		)
		.find((at) => at);

/** A prediction with events has latencies that were measured. */
const inEvents = (events: VariantReport['events'], variant: string) =>
	events?.some(({ prediction }) => prediction && 'parts' in prediction)
		? `a prediction with events of ${variant}`
		: undefined;

const inWhy = (why: VariantReport['why'], variant: string) =>
	why && 'why' in why ? `the limits of the loop of ${variant}` : undefined;

function inPoints(points: readonly Timed[], variant: string): string | undefined {
	const timed = points.some(({ measured, comparison }) => measured ?? comparison);
	return timed ? `a measured point of ${variant}` : undefined;
}
