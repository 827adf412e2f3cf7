/**
 * Times of a runner that says its sandboxes are emulated: they are none, so nothing that holds one passes the gateway, and no
 * page can show one. Pure.
 */
import type { FromRunner, RunnerDescription } from '@cyclelab/runner/schema/gateway';
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { Point } from '@cyclelab/runner/schema/measurement';
import type { Report } from '@cyclelab/runner/schema/report';

/** What such a claim is about is exact whatever it runs on. */
const timeless = ['instructions', 'code'];

/**
 * Where a message of an emulated runner holds a time, in a sentence that refuses the runner. Undefined: nowhere, or it is
 * not emulated. @param known how it described itself before
 */
export function timeToldIn(
	message: FromRunner,
	known?: Pick<RunnerDescription, 'host'>
): string | undefined {
	const described = message.type === 'hello' ? message.runner : undefined;
	const wasEmulated = known?.host.emulated ?? false;
	if (wasEmulated && described && !described.host.emulated)
		return 'A runner that said it is emulated now says it is not. Restart it under another name.';
	if (!wasEmulated && !described?.host.emulated) return undefined;
	const where = described
		? inDescription(described)
		: message.type === 'calibrations'
			? 'a calibration'
			: message.type === 'event'
				? inEvent(message.event)
				: undefined;
	return where === undefined
		? undefined
		: `This runner is emulated, so it has no times to tell, and it told one: ${where}. Run the same version of runner and site.`;
}

function inDescription(one: RunnerDescription): string | undefined {
	if (one.measures.length > 0) return 'what it measures';
	if (one.clockGHz !== undefined) return 'its clock';
	if (one.noiseFloor) return 'its noise floor';
	if (one.measuredCaches) return 'its measured caches';
	return undefined;
}

function inEvent(event: RunEvent): string | undefined {
	switch (event.type) {
		case 'point':
			return inPoints([event.point], event.variant);
		case 'inspected':
			return inPoints(event.variant.points, event.variant.id);
		case 'started':
		case 'finished':
			return inReport(event.report);
		default:
			return undefined;
	}
}

function inReport({ runner, variants, claims, knees }: Report): string | undefined {
	if (!runner.host.emulated) return 'a report of a runner that is not emulated';
	if (runner.clockGHz !== undefined) return "its clock, in a run's report";
	if (runner.noiseFloor) return "its noise floor, in a run's report";
	if (knees.length > 0) return 'a step of a sweep';
	const claim = claims.find(
		({ measure, verdict, observed }) =>
			!timeless.includes(measure) && (observed !== undefined || verdict !== 'not-measured')
	);
	if (claim) return `the claim ${claim.id}`;
	return variants.map(({ id, points }) => inPoints(points, id)).find((where) => where);
}

function inPoints(points: readonly Point[], variant: string): string | undefined {
	const timed = points.some(
		({ measured, comparison, counters }) => measured ?? comparison ?? counters
	);
	return timed ? `a measured point of ${variant}` : undefined;
}
