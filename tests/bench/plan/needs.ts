/** Calculates the cores that learners need from the measured cost of each of their acts. Pure. */
import { seeded } from '../../../runner/src/measure/seeded.ts';
import { summarise } from '../numbers.ts';
import { fewestServers, poisson, sojournS, type Demand } from './queue.ts';

/** Processor time of one act, ms, by where it is spent. */
export type Cost = { siteMs: number; storeMs: number; runnerMs: number };
export type Costs<Kind extends string> = Record<Kind, Cost>;

export type Scene = {
	what: string;
	/** Present at the same time. */
	learners: number;
	/** At the beginning, this share of them asks for a measurement within `withinS`, s. */
	burst?: { share: number; withinS: number };
	/** How long it lasts, s. */
	durationS: number;
	/** Within this, 95 of 100 measurements are finished. */
	patienceS: number;
};

/** More of a core's time than this makes others wait: at 0.6 an M/M/1 queue's mean time is 2.5 services. */
export const busyAtMost = 0.6;

export type CapacityNeed = {
	what: string;
	actsPerS: number;
	/** Cores at `busyAtMost` of their time. */
	siteCores: number;
	storeCores: number;
	toolsCores: number;
	/** Cores that measure, one run at a time. */
	measuringCores: number;
	/** Until a measurement is finished, s, with that many. */
	finishedS: { p50: number; p95: number };
};

/**
 * @param mix acts of each kind in a hundred
 * @param thinkS mean time between two acts of a learner
 * @param measuringS how long runs held a core for measuring
 */
export function needOf<Kind extends string>(
	scene: Scene,
	costs: Costs<Kind>,
	mix: readonly { kind: Kind; share: number }[],
	thinkS: number,
	measured: { kind: Kind; measuringS: readonly number[] },
	seed = 1
): CapacityNeed {
	const total = mix.reduce((sum, { share }) => sum + share, 0);
	const actsPerS = scene.learners / thinkS;
	const coresFor = (part: keyof Cost) => {
		const perAct = mix.reduce(
			(sum, { kind, share }) => sum + (share / total) * costs[kind][part],
			0
		);
		return (actsPerS * perAct) / 1000 / busyAtMost;
	};
	const random = seeded(seed);
	const measuredShare = (mix.find(({ kind }) => kind === measured.kind)?.share ?? 0) / total;
	const steady = poisson(actsPerS * measuredShare, scene.durationS, measured.measuringS, random);
	const { share = 0, withinS = 1 } = scene.burst ?? {};
	const burst = poisson((scene.learners * share) / withinS, withinS, measured.measuringS, random);
	const demands: Demand[] = [...steady, ...burst].sort((a, b) => a.atS - b.atS);
	const isEnough = (sojourn: readonly number[]) => summarise(sojourn).p95 <= scene.patienceS;
	const measuringCores = fewestServers(demands, isEnough, demands.length);
	const { p50, p95 } = summarise(sojournS(demands, measuringCores));
	return {
		what: scene.what,
		actsPerS,
		siteCores: coresFor('siteMs'),
		storeCores: coresFor('storeMs'),
		toolsCores: coresFor('runnerMs'),
		measuringCores,
		finishedS: { p50, p95 }
	};
}
