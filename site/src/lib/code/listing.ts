/** The assembly of a variant as lines to show: counts, hot loop, model figures and links joined by address. Pure. */
import type { Badge, DisassembledFunction, Instruction } from '@cyclelab/runner/schema/code';
import type { Prediction } from '@cyclelab/runner/schema/prediction';
import type { VariantReport } from '@cyclelab/runner/schema/report';

/** The model's figures for one instruction. */
export type Figures = NonNullable<Prediction['instructions']>[number];

export interface ListedInstruction extends Instruction {
	mnemonic: string;
	operands: string;
	/** Belongs to the hot loop's path. */
	hot: boolean;
	figures: Figures | undefined;
	/** Numbers (from 1) of the badges about it. */
	badges: number[];
}

/** The source lines that became instructions. */
export const linesOf = ({ functions }: VariantReport): number[] =>
	functions.flatMap(({ instructions }) => instructions.flatMap(({ line }) => line ?? []));

/** The function to show first: the hot loop's, else `kernel`, else the first. */
export function mainFunction(variant: VariantReport): DisassembledFunction | undefined {
	const { functions, hotLoop } = variant;
	return (
		functions.find((one) => one.symbol === hotLoop?.symbol) ??
		functions.find((one) => /\bkernel\b/.test(one.symbol)) ??
		functions[0]
	);
}

export function listed(
	shown: DisassembledFunction,
	variant: VariantReport,
	prediction: Prediction | undefined
): ListedInstruction[] {
	const hot = new Map(variant.hotLoop?.instructions.map((one) => [one.address, one]));
	const figures = new Map(prediction?.instructions?.map((one) => [one.address, one]));
	const badges: Badge[] = variant.hotLoop?.badges ?? [];
	return shown.instructions.map((instruction) => {
		const [, mnemonic = '', operands = ''] =
			/^((?:(?:lock|rep|repe|repne|notrack|bnd)\s+)*\S+)\s*(.*)$/s.exec(instruction.text) ?? [];
		return {
			...instruction,
			mnemonic,
			operands,
			hot: hot.has(instruction.address),
			figures: figures.get(instruction.address),
			badges: badges.flatMap((badge, i) =>
				badge.addresses.includes(instruction.address) ? [i + 1] : []
			)
		};
	});
}

/** "Zn4ALU0" -> "ALU0": the common prefix of a model's resource names is left out. */
export function shortResource(name: string): string {
	return (
		name.replace(
			/^(?:Zn\d?|HW|SKL|SKX|ICX|ICL|SPR|ADLP?|BW|SB|N1|N2|V1|V2|(?:Cortex)?A\d\d)(?:P(?=\d)|Port|UnitPort|Unit)?/,
			''
		) || name
	);
}

/** Resources under pressure, the most used first, with equal runs joined: `ALU0-3, AGU1`. */
export function pressureText(pressure: Figures['pressure']): string {
	const names = pressure.filter((one) => one.cycles > 0).map((one) => shortResource(one.resource));
	const groups = new Map<string, number[]>();
	const plain: string[] = [];
	for (const name of names) {
		const [, stem, digits] = /^(.*?)(\d+)$/.exec(name) ?? [];
		if (stem === undefined || digits === undefined) plain.push(name);
		else groups.set(stem, [...(groups.get(stem) ?? []), Number(digits)]);
	}
	const numbered = [...groups].map(([stem, found]) => stem + runs(found.toSorted((a, b) => a - b)));
	return [...numbered, ...plain].join(', ');
}

function runs(numbers: number[]): string {
	const parts: string[] = [];
	let start = 0;
	for (let i = 1; i <= numbers.length; i += 1) {
		if (i < numbers.length && numbers[i] === (numbers[i - 1] ?? NaN) + 1) continue;
		const [from, to] = [numbers[start], numbers[i - 1]];
		parts.push(from === to ? `${from}` : `${from}-${to}`);
		start = i;
	}
	return parts.join(',');
}
