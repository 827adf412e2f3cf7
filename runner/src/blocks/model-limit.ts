/** The resource that limits a block by the leading model, and whether the interventions lead to the same one. Pure. */
import type { MeasuredBlock } from '../schema/blocks.ts';
import type { Limit, Why } from '../schema/why.ts';
import { boundIds } from './reason.ts';

const ofBounds = { chain: 'chain', ports: 'units', width: 'front-end' } as const;

/** By intervention, the largest saving first; undefined if that is not known. */
type Measured = Why['limits'] | undefined;

/** Places where something is executed are one resource for a model: `units` agrees with loads and stores, too. */
function agreement(model: Limit | undefined, limits: Measured): { agrees?: boolean } {
	if (!limits) return {};
	const measured = limits[0]?.limit;
	if (model === 'units') return { agrees: ['units', 'loads', 'stores'].includes(measured ?? '') };
	return { agrees: model === measured };
}

/** By the largest bound; undefined if the model gave none. */
export function limitByBounds(
	answers: MeasuredBlock['answers'],
	limits: Measured
): Why['model']['bounds'] {
	const [largest] = (['chain', 'ports', 'width'] as const)
		.flatMap((bound) => {
			const cycles = answers[boundIds[bound]];
			return typeof cycles === 'number' ? [{ limit: ofBounds[bound], cycles }] : [];
		})
		.sort((a, b) => b.cycles - a.cycles);
	return largest && { ...largest, ...agreement(largest.limit, limits) };
}

const rows = {
	resources: /^ *Resource Pressure +\[ (\d{1,3}\.\d\d)% \]$/m,
	registers: /^ *- Register Dependencies +\[ (\d{1,3}\.\d\d)% \]$/m,
	memory: /^ *- Memory Dependencies +\[ (\d{1,3}\.\d\d)% \]$/m
} as const;

const limitOfRow = { resources: 'units', registers: 'chain', memory: 'memory' } as const;

/** By the shares in llvm-mca's bottleneck analysis; undefined if its text has neither shares nor the sentence that there are none. */
export function limitByAnalysis(
	text: string | undefined,
	limits: Measured
): Why['model']['analysis'] {
	if (text === undefined) return undefined;
	const share = (row: RegExp) => {
		const found = row.exec(text)?.[1];
		return found === undefined ? undefined : Math.min(100, Number(found));
	};
	if (text.startsWith('No resource or data dep'))
		return { resources: 0, registers: 0, memory: 0, ...agreement(undefined, limits) };
	const [resources, registers, memory] = [rows.resources, rows.registers, rows.memory].map(share);
	if (resources === undefined || registers === undefined || memory === undefined) return undefined;
	const shares = { resources, registers, memory };
	const [largest] = (['resources', 'registers', 'memory'] as const)
		.filter((name) => shares[name] > 0)
		.sort((a, b) => shares[b] - shares[a]);
	const limit = largest && limitOfRow[largest];
	return { ...(limit && { limit }), ...shares, ...agreement(limit, limits) };
}
