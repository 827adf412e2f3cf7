/** Whether machine code has or lacks what a pattern describes, with the instruction that shows it. Browser-safe. */
import type { CodePattern } from '@cyclelab/exercises/schema';
import type { Instruction } from '@cyclelab/contract/schema/code';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { whole } from '@cyclelab/contract/measure/sentence-numbers';

/** @param name of the code, as sentences call it. Undefined: there is no loop to look at. */
export function look(
	variant: Pick<VariantReport, 'hotLoop' | 'functions'>,
	name: string,
	{ has, lacks, times, where }: CodePattern
): { met: boolean; sentence: string } | undefined {
	const instructions =
		where === 'loop'
			? variant.hotLoop?.instructions
			: variant.functions.flatMap((one) => one.instructions);
	if (!instructions || instructions.length === 0) return undefined;
	const inside = where === 'loop' ? `in the loop of ${name}` : `in ${name}`;
	const matches = (pattern: string) => {
		const expression = new RegExp(pattern);
		return instructions.filter(({ text }) => expression.test(text));
	};
	const parts = [
		...(has === undefined ? [] : [present(matches(has), times, inside)]),
		...(lacks === undefined ? [] : [absent(matches(lacks), instructions.length, inside)])
	];
	return {
		met: parts.every(({ met }) => met),
		sentence: parts.map(({ sentence }) => sentence).join(' ')
	};
}

function present(found: Instruction[], times: number, inside: string) {
	const [first] = found;
	if (!first) return { met: false, sentence: `Not found ${inside}.` };
	const met = found.length >= times;
	if (times === 1) return { met, sentence: `Found ${inside}: ${shown(first)}.` };
	return {
		met,
		sentence: `Found ${met ? '' : 'only '}${whole(found.length)} times ${inside}, first ${shown(first)}; at least ${whole(times)} are asked for.`
	};
}

function absent([first]: Instruction[], all: number, inside: string) {
	return first
		? { met: false, sentence: `It should be absent, but is found ${inside}: ${shown(first)}.` }
		: {
				met: true,
				sentence: `As it should be, none of the ${whole(all)} instructions ${inside} is one.`
			};
}

const shown = ({ text, address }: Instruction) => `${text} at ${address}`;
