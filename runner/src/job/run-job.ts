/** Shell: one job from start to finish. Building comes first; then measuring and analysing go on side by side. */
import type { PlaceState } from '../measure/plan-state.ts';
import { apply } from '@cyclelab/contract/measure/progress';
import { withFewerSamples } from '../measure/fewer-samples.ts';
import { undecidedIn } from '../measure/undecided.ts';
import type { Failure } from '@cyclelab/contract/schema/failure';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import { type Report, emptyVariant } from '@cyclelab/contract/schema/report';
import { withNative } from '../toolchains/for-processor.ts';
import { auditAll } from './audit.ts';
import { compilersIn, buildOf } from '../toolchains/toolchains.ts';
import { compareResults } from './compare-results.ts';
import { compareTimed } from './compare-timed.ts';
import { countDoubted } from './count-elsewhere.ts';
import {
	conclude,
	doubtsClock,
	emptyReport,
	endingEvents,
	pointOf,
	withClock
} from './conclude.ts';
import { explainLoop } from './explain-loop.ts';
import { inspectAll } from './inspect-all.ts';
import { measureAll } from './measure-all.ts';
import { secondOpinions } from './second-opinions.ts';
import { simulatePlaces } from './simulate-places.ts';
import { waitNotice, type StageEvent } from './announce-stages.ts';
import type { Inspection, JobContext } from './job-context.ts';
import { explain } from '@cyclelab/contract/measure/explain';
import type { Command } from '../sandbox/command.ts';
import { formatterFor } from '../toolchains/formatters.ts';
import type { Emit } from './build-variant.ts';
import { withSandbox } from './own-kernels.ts';
import { runSteps } from './run-steps.ts';

/** Emits the job's events up to and including `finished`, and resolves to its report. Rejects if we failed or `signal` was aborted. */
export async function runJob(
	shared: JobContext,
	given: Job,
	tell: (event: RunEvent) => void,
	signal: AbortSignal
): Promise<Report> {
	const { host } = shared.runner;
	const job = { ...given, flags: withNative(given.flags, compilersIn(given), host) };
	let stage: StageEvent | undefined;
	const waiting = waitNotice(() => stage, tell);
	// Opinions wait in silence: nothing depends on them, and it may be this run that measures.
	let isInspected = false;
	const takeSandbox: JobContext['takeSandbox'] = (kind, image, held) => {
		const told = isInspected || kind === 'measure' ? held : waiting;
		return shared.takeSandbox(kind, image, { ...told, signal: either });
	};
	const context = { ...shared, takeSandbox };
	let report = emptyReport(job, context, new Date());
	const nothingLeft = new AbortController();
	const isHopeless = (variant: string) =>
		endsAtOnce(report.variants.find(({ id }) => id === variant)?.failure);
	const emit = (event: RunEvent) => {
		report = apply(report, event) ?? report;
		if (event.type === 'stage') stage = event;
		tell(withFewerSamples(event, job));
		if (job.variants.every(({ id }) => isHopeless(id))) nothingLeft.abort();
	};
	let places: PlaceState[] = [];
	const begun = report;
	emit({ type: 'started', report });

	// One part's failure ends the other, so that no sandbox works for a job that is over.
	const failed = new AbortController();
	const either = AbortSignal.any([signal, failed.signal]);
	if (job.stages.includes('format')) {
		await formatAll(context, job, emit, either);
		const end = { ...report, finishedAt: new Date().toISOString() };
		for (const event of endingEvents(report, end)) emit(event);
		return report;
	}
	const inspected = Promise.withResolvers<void>();
	/** How long the run had the measuring core, ms. */
	let measuring: Promise<number> = Promise.resolve(0);
	const measure = (built: ReadonlyMap<string, Inspection>) => {
		const onPlace = (place: PlaceState) => {
			places = [...places.filter((placeState) => placeState.place !== place.place), place];
			const { variant } = place.place;
			// A clock that is doubted is measured again first, when all places are.
			const point = pointOf(job, place, withClock(report, undefined));
			// A place that is too noisy or implausible now may be measured at its end.
			if (place.done || point.measured) emit({ type: 'point', variant, point });
		};
		const undecided = () => undecidedIn(job.facts, conclude(job, report, places, new Date()));
		const parts = [onPlace, undecided, emit] as const;
		measuring = measureAll(context, job, built, ...parts, either, inspected.promise, {
			isHopeless,
			nothingLeft: nothingLeft.signal
		});
		measuring.catch((cause) => failed.abort(cause));
	};
	/** Variants whose measurement stands so far. */
	const believed = () =>
		conclude(job, report, places, new Date()).variants.filter(
			({ failure, points }) =>
				!failure &&
				points.some(({ measured }) => measured) &&
				!points.some((point) => point.failure?.kind === 'implausible')
		);
	const inspecting = inspectAll(
		context,
		job,
		emit,
		isMeasured(context, job) ? measure : () => {},
		either,
		given.flags
	);
	try {
		const inspections = await inspecting;
		isInspected = true;
		inspected.resolve();
		const opinions = secondOpinions(context, job, inspections, emit, {
			others: measuring,
			signal: either
		});
		await Promise.all([measuring, opinions]);
		if (doubtsClock(report, places)) report = await recalibrated(context, report);
		signal.throwIfAborted();
		// Not beside measuring: the engine's work with a sandbox would disturb it.
		if (isMeasured(context, job) && !context.runner.host.emulated) {
			places = await countDoubted(context, job, inspections, places, report, either);
			await compareTimed(context, job, inspections, places, emit, either);
			await auditAll(context, job, inspections, believed(), places, emit, either);
		}
		await compareResults(context, job, inspections, places, emit, either);
		await explainLoop(context, job, inspections, await measuring, emit, either);
		const points = new Map(report.variants.map((variant) => [variant.id, variant.points]));
		await simulatePlaces(context, job, inspections, points, emit, either);
		const end = conclude(job, report, places, new Date());
		for (const event of endingEvents({ ...report, runner: begun.runner }, end)) emit(event);
		return report;
	} catch (cause) {
		failed.abort(cause);
		inspected.resolve();
		await measuring.catch(() => undefined);
		throw failed.signal.reason;
	}
}

/**
 * Whether nothing is left to time of a program that failed like this, so that it need not wait for the measuring core. (One
 * that was only too slow under the emulator may be measured.)
 */
const endsAtOnce = (failure: Failure | undefined): boolean =>
	['compile-error', 'crash', 'lacks-extension'].includes(failure?.kind ?? '');

/** The report with the current clock, or unchanged if the clock cannot be measured. */
async function recalibrated({ calibrate }: JobContext, report: Report): Promise<Report> {
	const clockGHz = await calibrate().catch(() => report.runner.clockGHz);
	return withClock(report, clockGHz);
}

/** Code of another architecture could only be emulated here, and times under emulation say nothing. */
function isMeasured({ runner }: JobContext, { stages, target }: Job): boolean {
	return stages.includes('measure') && target === runner.host.arch;
}

/**
 * Emits `inspected` for each variant, with the formatted source, or with the reason why it stays as it is.
 * Rejects if we failed or the job was aborted.
 */
async function formatAll(
	{ takeSandbox }: Pick<JobContext, 'takeSandbox'>,
	job: Job,
	emit: Emit,
	signal: AbortSignal
): Promise<void> {
	const { image, format } = formatterFor(job.language);
	await withSandbox(takeSandbox('tools', image), signal, async (sandbox) => {
		const run = (_stage: unknown, command: Command) => sandbox.run(command);
		for (const variant of job.variants) {
			const build = buildOf(job, variant);
			const made = await runSteps(format(build), sandbox, run);
			const report = emptyVariant(variant.id, variant.source, variant.edited);
			emit({
				type: 'inspected',
				variant: made.ok
					? { ...report, formatted: made.value }
					: { ...report, failure: explain(made.failure) }
			});
		}
	});
}
