/**
 * The parts of a program that an observer watches where no single loop has nearly all of the work: instructions without a
 * jump between them, which are executed equally often. Pure.
 */
import { oneCopyOf } from '../inspect/one-copy.ts';
import { isRepeated } from '../inspect/repeated.ts';
import type { Instruction } from '@cyclelab/contract/schema/code';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { sum } from '@cyclelab/contract/measure/statistics';

type ListedCode = Pick<VariantReport, 'functions' | 'hotLoop' | 'unshown'>;

/** Part of the executed instructions that is watched. */
const covered = 0.9;
/** Each is watched in a run of its own, of a second or two. */
const mostParts = 8;

/** The address of an instruction of a part, and how often it is executed in an iteration. */
export type AuditPart = { address: string; passes: number };

/** Whether the hot loop alone, without its copies, is nearly all of the work. */
export const isNearlyAll = ({ hotLoop }: ListedCode): boolean =>
	hotLoop !== undefined && oneCopyOf(hotLoop).share >= covered;

/**
 * The parts with most of the instructions first. Undefined if that many instructions are spread over more parts, or are in code
 * that is not shown.
 * @param iterations of the call that the report's counts are of
 */
export function partsOf(
	{ functions, unshown = [] }: ListedCode,
	iterations: number
): { parts: AuditPart[]; share: number } | undefined {
	const all = functions
		.flatMap(straightLines)
		// A repeated instruction may stop the observer at each repetition.
		.map((line) => ({
			first: line.find(({ text }) => !isRepeated(text)),
			executed: sum(line.map(({ count = 0 }) => count))
		}))
		.sort((a, b) => b.executed - a.executed);
	const shown = Math.max(0, 1 - sum(unshown.map(({ share }) => share)));
	const whole = sum(all.map(({ executed }) => executed)) / shown;
	const parts: AuditPart[] = [];
	let done = 0;
	for (const { first, executed } of all) {
		if (!first?.count || done >= covered * whole) break;
		if (parts.length === mostParts) return undefined;
		parts.push({ address: first.address, passes: first.count / iterations });
		done += executed;
	}
	return parts.length === 0 || done < covered * whole ? undefined : { parts, share: done / whole };
}

/** Between two places where control can enter or leave; a call can return to what follows it, or not. */
export function straightLines({ instructions }: ListedCode['functions'][number]): Instruction[][] {
	const targets = new Set(instructions.flatMap(({ target }) => target ?? []));
	const lines: Instruction[][] = [[]];
	let before: Instruction | undefined;
	for (const instruction of instructions) {
		const isEntry = targets.has(instruction.address) || instruction.count !== before?.count;
		if (isEntry || (before && leaves.test(before.text))) lines.push([]);
		lines.at(-1)?.push(instruction);
		before = instruction;
	}
	return lines.filter((line) => line.length > 0);
}

/** Prefixes can stand before the mnemonic. */
const leaves = /^(?:(?:notrack|bnd) )?(?:j|call|ret|loop|ud2|hlt|syscall)/;
