/** The resource that limits a block by the leading model, and whether the interventions lead to the same one. Pure. */
import type { MeasuredBlock } from '@cyclelab/contract/schema/blocks';
import type { Limit, Why } from '@cyclelab/contract/schema/why';
import { boundIds } from '@cyclelab/contract/blocks/reason';
import type { UnitLimit } from './unit-limits.ts';

const ofBounds = { chain: 'chain', ports: 'units', width: 'front-end' } as const;

/** By intervention, the largest saving first; undefined if that is not known. */
type MeasuredLimits = Why['limits'] | undefined;

/** A limit by units is that of the busiest unit; several units can be equally busy, and any of them agrees. */
function named(
	limit: Limit | undefined,
	busiest: readonly UnitLimit[],
	limits: MeasuredLimits
): { limit?: Limit; agrees?: boolean } {
	const possible: readonly (Limit | undefined)[] =
		limit === 'units' && busiest.length > 0 ? busiest : [limit];
	const measured = limits?.[0]?.limit;
	const chosen = possible.find((one) => one === measured) ?? possible[0];
	return {
		...(chosen && { limit: chosen }),
		...(limits && { agrees: possible.includes(measured) })
	};
}

/**
 * By the largest bound; undefined if the model gave none.
 * @param busiest kinds of the busiest units in the model's prediction; empty if that is not known
 */
export function limitByBounds(
	answers: MeasuredBlock['answers'],
	busiest: readonly UnitLimit[],
	limits: MeasuredLimits
): Why['model']['bounds'] {
	const [largest] = (['chain', 'ports', 'width'] as const)
		.flatMap((bound) => {
			const cycles = answers[boundIds[bound]];
			return typeof cycles === 'number' ? [{ limit: ofBounds[bound], cycles }] : [];
		})
		.sort((a, b) => b.cycles - a.cycles);
	return largest && { ...largest, ...named(largest.limit, busiest, limits) };
}

const rows = {
	resources: /^ *Resource Pressure +\[ (\d{1,3}\.\d\d)% \]$/m,
	registers: /^ *- Register Dependencies +\[ (\d{1,3}\.\d\d)% \]$/m,
	memory: /^ *- Memory Dependencies +\[ (\d{1,3}\.\d\d)% \]$/m
} as const;

const limitOfRow = { resources: 'units', registers: 'chain', memory: 'memory' } as const;

/**
 * By the shares in llvm-mca's bottleneck analysis; undefined if its text has neither shares nor the sentence that there are none.
 * @param busiest as for the bounds
 */
export function limitByAnalysis(
	text: string | undefined,
	busiest: readonly UnitLimit[],
	limits: MeasuredLimits
): Why['model']['analysis'] {
	if (text === undefined) return undefined;
	const share = (row: RegExp) => {
		const found = row.exec(text)?.[1];
		return found === undefined ? undefined : Math.min(100, Number(found));
	};
	if (text.startsWith('No resource or data dep'))
		return { resources: 0, registers: 0, memory: 0, ...named(undefined, [], limits) };
	const [resources, registers, memory] = [rows.resources, rows.registers, rows.memory].map(share);
	if (resources === undefined || registers === undefined || memory === undefined) return undefined;
	const shares = { resources, registers, memory };
	const [largest] = (['resources', 'registers', 'memory'] as const)
		.filter((name) => shares[name] > 0)
		.sort((a, b) => shares[b] - shares[a]);
	return { ...shares, ...named(largest && limitOfRow[largest], busiest, limits) };
}
