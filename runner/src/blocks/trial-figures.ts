/** Latencies and reciprocal throughputs from the times of trials. Pure. */
import type { FormFigures, OwnFigures } from './own-prediction.ts';
import { bridges, type Bridge, type Trials } from './trials.ts';

/** Cycles of one pass by a trial's text; undefined if no time could be believed. */
export type Times = Map<string, number | undefined>;

/** Throws a sentence if a load could not be measured: most blocks need it. The fastest stream is at the core's width. */
export function figuresOf(
	trials: readonly ({ form: string } & Trials)[],
	times: Times,
	load: readonly string[]
): OwnFigures {
	const timeOf = (lines: readonly string[]) => times.get(lines.join('\n'));
	const loaded = timeOf(load);
	if (loaded === undefined)
		throw new Error('The latency of a load could not be measured. Try again on an idle core.');
	const forms = new Map<string, FormFigures>();
	for (const { form, chain, stream } of trials) {
		const streamed = timeOf(stream.lines);
		if (streamed === undefined) continue;
		const latency = chain && latencyOf(chain, timeOf);
		forms.set(form, {
			throughput: streamed / stream.instances,
			...(latency === undefined ? {} : { latency })
		});
	}
	const slot = Math.min(...[...forms.values()].map(({ throughput }) => throughput));
	return { forms, slot, load: loaded };
}

/** Nothing waits longer than the chain's time less the time of its bridges; 0 for a result that depends on nothing. */
function latencyOf(
	{ lines, instances, less }: NonNullable<Trials['chain']>,
	timeOf: (lines: readonly string[]) => number | undefined
): number | undefined {
	if (instances === 0) return 0;
	const whole = timeOf(lines);
	if (whole === undefined) return undefined;
	let left = whole;
	for (const [bridge, part] of Object.entries(less)) {
		const time = timeOf(bridges[bridge as Bridge]);
		if (time === undefined) return undefined;
		left -= part * time;
	}
	return Math.max(0, left) / instances;
}
