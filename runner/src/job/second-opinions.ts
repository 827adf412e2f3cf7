/** Shell: another tool's view of a job's hot loops, remembered, so that the same loop is asked about once. */
import type { Job, RunEvent } from '../schema/job.ts';
import { notAsked, tooLate } from '../schema/lasting.ts';
import { contentKey } from './cache.ts';
import { askOpinions, type LoopToAsk } from './ask-osaca.ts';
import type { Inspection, JobContext } from './job-context.ts';

/** How long a job that is otherwise done waits for opinions, ms. What comes later is there for the next run. */
const graceMs = 3000;

/**
 * Emits `opinion` for each variant with a hot loop, as long as `others` last and a little longer. Rejects only if the
 * job was aborted.
 */
export async function secondOpinions(
	context: JobContext,
	job: Job,
	inspections: ReadonlyMap<string, Inspection>,
	emit: (event: RunEvent) => void,
	{ others, signal }: { others: Promise<unknown>; signal: AbortSignal }
): Promise<void> {
	if (job.models !== 'all') return;
	const fresh: LoopToAsk[] = [];
	const keys = new Map<string, string>();
	for (const [variant, { report, program }] of inspections) {
		const { hotLoop } = report;
		if (!hotLoop || !program) continue;
		const texts = hotLoop.instructions.map(({ text }) => text);
		const key = contentKey([job.target, hotLoop.pathCoverage, hotLoop.sourceIterations, texts]);
		const known = await context.opinions.get(key);
		if (known) emit({ type: 'opinion', variant, secondOpinion: known });
		else fresh.push({ variant, hotLoop, functions: program.seen.functions });
		keys.set(variant, key);
	}
	const told = new Set<string>();
	const late = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	const limit = () => (timer = setTimeout(() => late.abort(new Error('too late')), graceMs));
	void others.then(limit, limit);
	try {
		await askOpinions(fresh, {
			microarchitecture: context.runner.host.microarchitecture,
			target: job.target,
			takeSandbox: () => context.takeSandbox('tools', 'osaca'),
			emit: (event) => {
				emit(event);
				if (event.type !== 'opinion') return;
				told.add(event.variant);
				const key = keys.get(event.variant);
				if (key !== undefined && event.secondOpinion !== notAsked)
					context.opinions.set(key, event.secondOpinion);
			},
			signal: AbortSignal.any([signal, late.signal])
		});
	} catch (cause) {
		if (signal.aborted || !late.signal.aborted) throw cause;
		for (const { variant } of fresh)
			if (!told.has(variant)) emit({ type: 'opinion', variant, secondOpinion: tooLate });
	} finally {
		clearTimeout(timer);
	}
}
