/**
 * Measured blocks that wait for the figures of their forms, and the trials that are measured for them, a few at a time: the
 * figures of a form serve all blocks that have it. Pure: the time is passed.
 */
import type { MeasuredBlock } from '@cyclelab/contract/schema/blocks';
import { LRUCache } from 'lru-cache';
import { unsteady, type BlockCost } from './cost.ts';
import type { CodeBlock } from './extract.ts';
import {
	commonTexts,
	examplesOf,
	repetitions,
	textsOf,
	trialsOfForms,
	widthTrial,
	type FormTrials
} from './form-trials.ts';
import { figuresUsed, ownPrediction, ownPredictor } from './own-prediction.ts';
import { figuresOf, type TrialTime } from './trial-figures.ts';

export type Trial = { text: string; times: number };
export type BlockMeasurement = { block: CodeBlock; measured: MeasuredBlock };

/** Trials of one program: it is built in some seconds, as that of some blocks. */
export const trialsAtOnce = 12;
/** The oldest block no longer waits then: its answer stays absent. */
export const mostWaiting = 48;
/** Forms and trials that are remembered; all code of Debian's libraries has fewer. */
const mostForms = 3000;
const mostTrials = 3 * mostForms;
/** ms. A virtual machine can move to another processor, and microcode changes: figures are measured again after a day. */
const staleMs = 24 * 3600 * 1000;
/** ms. Other programs on the machine can be the reason why a trial has no time. */
const againMs = 10 * 60 * 1000;

const sharing = 'nested';
export const waitingPredictor = ownPredictor(sharing);

type State = { time: TrialTime | undefined; attempts: number; atMs: number };
type Waiting = BlockMeasurement & { trials: readonly FormTrials[]; texts: readonly string[] };

export type WaitingBlocks = {
	add: (some: readonly BlockMeasurement[]) => void;
	/** The trials to measure next, beginning with the oldest block's; none if no block waits for one. */
	next: (nowMs: number) => Trial[];
	/** What became of the trials of `next`. */
	note: (trials: readonly Trial[], costs: readonly BlockCost[], nowMs: number) => void;
	/** The program of these trials was not built: fewer are taken next, and one alone is given up. */
	failed: (trials: readonly Trial[], nowMs: number) => void;
	/** Blocks whose trials are all done, with our own answer; they wait no longer. */
	answered: (nowMs: number) => MeasuredBlock[];
	size: () => number;
};

export function createWaitingBlocks(): WaitingBlocks {
	const forms = new LRUCache<string, FormTrials>({ max: mostForms });
	const states = new LRUCache<string, State>({ max: mostTrials });
	let waiting: Waiting[] = [];
	let atOnce = trialsAtOnce;

	const isOpen = (text: string, nowMs: number) => {
		const state = states.peek(text);
		if (!state) return true;
		if (state.time) return nowMs - state.atMs > staleMs;
		return state.attempts < repetitions.length || nowMs - state.atMs > againMs;
	};

	const settle = (text: string, time: TrialTime | undefined, attempts: number, atMs: number) =>
		void states.set(text, { time, attempts, atMs });

	return {
		add: (some) => {
			for (const blockMeasurement of some) {
				const trials = trialsOfForms(examplesOf([blockMeasurement.block]));
				for (const trial of trials) forms.set(trial.form, trial);
				waiting.push({ ...blockMeasurement, trials, texts: [...commonTexts, ...textsOf(trials)] });
			}
			waiting = waiting.slice(-mostWaiting);
		},
		next: (nowMs) => {
			const texts = new Set<string>();
			for (const one of waiting)
				for (const text of one.texts)
					if (texts.size < atOnce && isOpen(text, nowMs)) texts.add(text);
			return [...texts].map((text) => {
				const attempts = (states.peek(text)?.attempts ?? 0) % repetitions.length;
				return { text, times: repetitions[attempts] ?? 1 };
			});
		},
		note: (trials, costs, nowMs) => {
			const at = new Date(nowMs).toISOString();
			for (const [index, { text }] of trials.entries()) {
				const cost = costs[index] ?? { dropped: unsteady.noise };
				const before = states.peek(text)?.attempts ?? 0;
				if ('cycles' in cost) settle(text, { cycles: cost.cycles, at }, 0, nowMs);
				else {
					const isUnsteady = steadyLater.has(cost.dropped);
					const attempts = isUnsteady ? (before % repetitions.length) + 1 : repetitions.length;
					settle(text, undefined, attempts, nowMs);
				}
			}
			atOnce = Math.min(trialsAtOnce, 2 * atOnce);
		},
		failed: (trials, nowMs) => {
			const [only] = trials;
			if (only && trials.length === 1) settle(only.text, undefined, repetitions.length, nowMs);
			atOnce = Math.max(1, Math.floor(trials.length / 2));
		},
		answered: (nowMs) => {
			const done = waiting.filter(({ texts }) => !texts.some((text) => isOpen(text, nowMs)));
			if (done.length === 0) return [];
			const times = new Map([...states].map(([text, { time }]) => [text, time]));
			const all = [widthTrial, ...forms.values(), ...done.flatMap(({ trials }) => trials)];
			const figures = figuresOf(all, times);
			if (!figures) return [];
			waiting = waiting.filter((block) => !done.includes(block));
			return done.map(({ block, measured }) => {
				const answer = ownPrediction(block, figures, sharing);
				const answers = { ...measured.answers, [waitingPredictor.id]: answer };
				const used = typeof answer === 'number' && { figures: figuresUsed(block, figures) };
				return { ...measured, answers, ...used };
			});
		},
		size: () => waiting.length
	};
}

const steadyLater: ReadonlySet<string> = new Set(Object.values(unsteady));
