/** The assembly of a variant as lines to show: counts, hot loop, model figures and links joined by address. Pure. */
import type { Badge, DisassembledFunction, Instruction } from '@cyclelab/contract/schema/code';
import { partsOf } from '@cyclelab/contract/transfer';
import type { Prediction } from '@cyclelab/contract/schema/prediction';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { defined } from '@cyclelab/contract/defined';

/** The model's figures for one instruction. */
export type Figures = NonNullable<Prediction['instructions']>[number];

export interface ListedInstruction extends Instruction {
	mnemonic: string;
	/** A place that it jumps to within the function by its label. */
	operands: string;
	/** Where it jumps, its label, and the lines of jumps beside it. */
	jump?: JumpRow | undefined;
	/** Belongs to the hot loop's path. */
	hot: boolean;
	figures: Figures | undefined;
	/** Numbers (from 1) of the badges about it. */
	badges: number[];
}

/** The function to show first: the hot loop's, else `kernel`, else the first. */
export function mainFunction(variant: VariantReport): DisassembledFunction | undefined {
	const { functions, hotLoop } = variant;
	return (
		functions.find((listed) => listed.symbol === hotLoop?.symbol) ??
		functions.find((listed) => /\bkernel\b/.test(listed.symbol)) ??
		functions[0]
	);
}

/** Bytes of the hot loop, its gaps included, and the lines of 64 bytes that they lie in; undefined where its end is unknown. */
export function loopExtent({ functions, hotLoop }: VariantReport) {
	const shown = functions.find(({ symbol }) => symbol === hotLoop?.symbol);
	const starts = hotLoop?.instructions.map(({ address }) => Number(address)) ?? [];
	const last = Math.max(...starts);
	const after = shown?.instructions.find((instruction) => Number(instruction.address) > last);
	if (starts.length === 0 || !after) return undefined;
	const first = Math.min(...starts);
	const end = Number(after.address);
	return { bytes: end - first, lines: Math.floor((end - 1) / 64) - Math.floor(first / 64) + 1 };
}

export function listed(
	shown: DisassembledFunction,
	variant: VariantReport,
	prediction: Prediction | undefined
): ListedInstruction[] {
	const hot = new Map(
		variant.hotLoop?.instructions.map((instruction) => [instruction.address, instruction])
	);
	const figures = new Map(
		prediction?.instructions?.map((instruction) => [instruction.address, instruction])
	);
	const badges: Badge[] = variant.hotLoop?.badges ?? [];
	const rows = jumpsIn(shown.instructions);
	return shown.instructions.map((instruction, at) => {
		const jump = rows.get(at);
		const { prefixes, mnemonic, operands } = partsOf(instruction.att ?? instruction.text);
		return {
			...instruction,
			mnemonic: [...prefixes, mnemonic].join(' '),
			operands: withLabel(operands, jump),
			jump,
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
	const names = pressure.filter((use) => use.cycles > 0).map((use) => shortResource(use.resource));
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

export const noAssembly = 'No assembly yet. It appears as soon as the compiler is done.';
export const noAssemblyFailed = 'There is no assembly, because the source does not compile.';
export const assemblyOld = 'This assembly is of the source before your last edit.';

/** What a row shows of the line from jumps to their target. */
interface JumpPart {
	/** From the instruction outwards, from 0. */
	lane: number;
	/** It continues to the row above, to the row below. */
	up: boolean;
	down: boolean;
	/** A jump of this row leads along it, or it leads to this row. */
	end?: 'from' | 'to';
}

interface JumpRow {
	/** The name of the place, if jumps lead here: `.L1`. */
	label?: string;
	/** Of the jump in this row: the row and the name of its target. */
	target?: { at: number; label: string };
	parts: JumpPart[];
}

/** More lines beside each other could no longer be told apart. */
const mostLanes = 4;
/** Rows. A longer line has an end out of sight, and says nothing. */
const longest = 300;

/** By row, for rows that have something. `instructions`: of one function. */
export function jumpsIn(
	instructions: readonly Pick<Instruction, 'address' | 'target'>[]
): ReadonlyMap<number, JumpRow> {
	const places = new Map(instructions.map(({ address }, at) => [address, at]));
	const sources = new Map<number, number[]>();
	for (const [from, { target }] of instructions.entries()) {
		const to = target === undefined ? undefined : places.get(target);
		if (to !== undefined) sources.set(to, [...(sources.get(to) ?? []), from]);
	}
	const rows = new Map<number, JumpRow>();
	const rowAt = (at: number): JumpRow => {
		const row = rows.get(at) ?? { parts: [] };
		rows.set(at, row);
		return row;
	};
	const targets = [...sources.keys()].toSorted((a, b) => a - b);
	for (const [i, at] of targets.entries()) {
		const label = `.L${i + 1}`;
		rowAt(at).label = label;
		for (const from of sources.get(at) ?? []) rowAt(from).target = { at, label };
	}
	const spans = targets
		.map((to) => {
			const near = (sources.get(to) ?? []).filter((from) => Math.abs(from - to) <= longest);
			return { to, near, first: Math.min(to, ...near), last: Math.max(to, ...near) };
		})
		.filter(({ near }) => near.length > 0)
		.toSorted((a, b) => a.last - a.first - (b.last - b.first));
	const taken = Array.from({ length: mostLanes }, () => new Set<number>());
	for (const { to, near, first, last } of spans) {
		const between = Array.from({ length: last - first + 1 }, (_, i) => first + i);
		const lane = taken.findIndex((used) => between.every((at) => !used.has(at)));
		if (lane < 0) continue;
		for (const at of between) {
			taken[lane]?.add(at);
			const end = at === to ? ('to' as const) : near.includes(at) ? ('from' as const) : undefined;
			rowAt(at).parts.push({
				lane,
				up: at > first,
				down: at < last,
				...defined({ end })
			});
		}
	}
	return rows;
}

/** The last operand of a jump, with the symbol that it is near. */
const address = /0x[\da-f]+(?: <[^>]*>)?$/;

/** The text of a row's instruction, with the label of the place that it jumps to. */
export const withLabel = (text: string, jump: JumpRow | undefined): string =>
	jump?.target ? text.replace(address, jump.target.label) : text;
