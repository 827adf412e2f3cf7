/**
 * Why a processor is quicker than the model of another one that stands in for it: what the model is busy with, the processor has more of.
 * Pure.
 */
import { percent } from '@cyclelab/contract/measure/sentence-numbers';
import { sum } from '@cyclelab/contract/measure/statistics';
import type { HotLoop } from '@cyclelab/contract/schema/code';
import type { Prediction } from '@cyclelab/contract/schema/prediction';
import { fusedIn } from './code-lines.ts';

type Wider = {
	/** For people. */
	processor: string;
	/** Operations that it begins in a cycle; a comparison and its jump are one. */
	width: number;
	/** Units by the names that the model has for its own, and how many the processor has. */
	units: readonly { named: RegExp; name: string; processor: number }[];
};

/**
 * By the name of the processor. Zen 5 (family 26, model 2): eight moves, zero idioms or `nop`s a cycle; six comparisons, tests or
 * population counts a cycle, and 5.3 additions; four loads a cycle. As AMD's Software Optimization Guide for Zen 5 (58455) has it.
 */
const widerThanModel: Readonly<Record<string, Wider>> = {
	znver5: {
		processor: 'Zen 5',
		width: 8,
		units: [
			{ named: /^Zn4ALU\d$/, name: 'integer units', processor: 6 },
			{ named: /^Zn4AGU\d$/, name: 'address units', processor: 4 }
		]
	}
};

/** Part of the predicted cycles from which a unit, or the beginning of operations, limits the loop in the model. */
const limitsFrom = 0.9;
/** A loop that is quicker than this part of what the processor's own units allow is so for another reason. */
const explainsFrom = 0.9;

/**
 * @param ratio predicted cycles in terms of the measured ones
 * @returns a sentence behind a blank, or nothing
 */
export function whyByStandIn(
	{
		mcpu,
		exact,
		cyclesPerLoop,
		dispatchWidth,
		uopsPerLoop,
		instructions = []
	}: Pick<
		Prediction,
		'mcpu' | 'exact' | 'cyclesPerLoop' | 'dispatchWidth' | 'uopsPerLoop' | 'instructions'
	>,
	ratio: number,
	hotLoop?: Pick<HotLoop, 'instructions'>
): string {
	const wider = widerThanModel[mcpu];
	if (!wider || exact) return '';
	const busyOf = new Map<string, number>();
	for (const { resource, cycles } of instructions.flatMap(({ pressure }) => pressure))
		busyOf.set(resource, (busyOf.get(resource) ?? 0) + cycles);
	const limits = wider.units.map(({ named, name, processor }) => {
		const busy = [...busyOf].filter(([resource]) => named.test(resource));
		const model = busy.length;
		const part = model === 0 ? 0 : sum(busy.map(([, cycles]) => cycles)) / model / cyclesPerLoop;
		const sentence = `The ${model} ${name} of the model are busy in ${percent(Math.min(1, part))} of the predicted cycles; ${wider.processor} has ${processor}.`;
		return { part, model, processor, sentence };
	});
	const fused = fusedIn(hotLoop?.instructions ?? []);
	const begun = {
		part: uopsPerLoop / dispatchWidth / cyclesPerLoop,
		model: dispatchWidth,
		// What is fused makes room for others.
		processor: (wider.width * uopsPerLoop) / Math.max(1, uopsPerLoop - fused),
		sentence: `The model begins ${dispatchWidth} operations a cycle, and needs all of that here; ${wider.processor} begins ${wider.width}${fused > 0 ? ', and a comparison or an addition with the jump behind it as one' : ''}.`
	};
	const [limit] = [begun, ...limits]
		.filter(
			({ part, model, processor }) =>
				part >= limitsFrom && model > 0 && 1 / ratio >= (explainsFrom * part * model) / processor
		)
		.toSorted((a, b) => b.part - a.part);
	return limit ? ` ${limit.sentence}` : '';
}
