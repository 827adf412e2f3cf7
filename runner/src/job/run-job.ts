/** Shell: one job from start to finish. Building comes first; then measuring and analysing go on side by side. */
import type { PlaceState } from '../measure/plan.ts';
import { apply } from '../measure/progress.ts';
import { undecidedIn } from '../measure/undecided.ts';
import type { Job, RunEvent } from '../schema/job.ts';
import { conclude, emptyReport, pointOf } from './conclude.ts';
import { tellHeld } from './held.ts';
import { inspectAll } from './inspect-all.ts';
import { measureAll } from './measure-all.ts';
import { secondOpinions } from './second-opinions.ts';
import type { Inspection, Workshop } from './workshop.ts';

/** Tells the job's events up to and including `finished`. Rejects if we failed or `signal` was aborted. */
export async function runJob(
	shop: Workshop,
	job: Job,
	tell: (event: RunEvent) => void,
	signal: AbortSignal
): Promise<void> {
	const telling = tellHeld(tell);
	// Opinions wait in silence: nothing depends on them, and it may be this run that measures.
	let isInspected = false;
	const takeSandbox: Workshop['takeSandbox'] = (kind, image, held) => {
		const told = isInspected || kind === 'measure' ? held : telling.held;
		return shop.takeSandbox(kind, image, { ...told, signal: either });
	};
	const workshop = { ...shop, takeSandbox };
	let report = emptyReport(job, workshop, new Date());
	const emit = (event: RunEvent) => {
		report = apply(report, event) ?? report;
		telling.emit(event);
	};
	let places: PlaceState[] = [];
	emit({ type: 'started', report });

	// One part's failure ends the other, so that no sandbox works for a job that is over.
	const failed = new AbortController();
	const either = AbortSignal.any([signal, failed.signal]);
	const inspected = Promise.withResolvers<void>();
	let measuring: Promise<void> = Promise.resolve();
	const measure = (built: ReadonlyMap<string, Inspection>) => {
		const onPlace = (place: PlaceState) => {
			places = [...places.filter((one) => one.place !== place.place), place];
			const { variant } = place.place;
			emit({ type: 'point', variant, point: pointOf(job, place, report) });
		};
		const undecided = () => undecidedIn(job.facts, conclude(job, report, places, new Date()));
		const parts = [onPlace, undecided, emit] as const;
		measuring = measureAll(workshop, job, built, ...parts, either, inspected.promise);
		measuring.catch((cause) => failed.abort(cause));
	};
	const inspecting = inspectAll(
		workshop,
		job,
		emit,
		isMeasured(workshop, job) ? measure : () => {},
		either
	);
	try {
		const inspections = await inspecting;
		isInspected = true;
		inspected.resolve();
		const opinions = secondOpinions(workshop, job, inspections, emit, {
			others: measuring,
			signal: either
		});
		await Promise.all([measuring, opinions]);
		emit({
			type: 'finished',
			report: conclude(job, report, places, new Date())
		});
	} catch (cause) {
		failed.abort(cause);
		inspected.resolve();
		await measuring.catch(() => undefined);
		throw failed.signal.reason;
	}
}

/** Code of another architecture could only be emulated here, and times under emulation say nothing. */
function isMeasured({ runner }: Workshop, { phases, target }: Job): boolean {
	return phases.includes('measure') && target === runner.host.arch;
}
