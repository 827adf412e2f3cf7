/** Which kind of unit is the busiest in a model's prediction of a block: one that loads, one that stores, or another. Pure. */
import type { PredictedInstruction } from '@cyclelab/contract/schema/prediction';
import type { Limit } from '@cyclelab/contract/schema/why';
import { blockFromText } from './from-text.ts';
import type { CodeBlock } from './extract.ts';

/** Units of a load and of a store have other names in each model, so that model is asked about one of each. */
export const probes: readonly CodeBlock[] = [
	'mov rax, qword ptr [rsi]',
	'mov qword ptr [rdi], rax'
].map((text) => {
	const block = blockFromText(text);
	if (!block) throw new Error(`The instruction cannot be read: ${text}.`);
	return block;
});

/** Part of the busiest unit's cycles from which another unit is as busy. */
const asBusy = 0.98;

export type UnitLimit = Extract<Limit, 'units' | 'loads' | 'stores'>;

type Pressures = readonly Pick<PredictedInstruction, 'pressure' | 'mayLoad' | 'mayStore'>[];

/**
 * Each kind that has one of the busiest units. Empty if no instruction needs a unit.
 * @param probed the instructions of each of `probes`
 */
export function busiestKinds(block: Pressures, probed: readonly Pressures[]): UnitLimit[] {
	const ofMemory = new Set(
		probed.flat().flatMap(({ pressure }) => pressure.map(({ resource }) => resource))
	);
	const units = new Map<string, { loads: number; stores: number; all: number }>();
	for (const { pressure, mayLoad, mayStore } of block)
		for (const { resource, cycles } of pressure) {
			const unit = units.get(resource) ?? { loads: 0, stores: 0, all: 0 };
			if (mayStore) unit.stores += cycles;
			else if (mayLoad) unit.loads += cycles;
			unit.all += cycles;
			units.set(resource, unit);
		}
	const most = Math.max(0, ...[...units.values()].map(({ all }) => all));
	const busiest = [...units].filter(([, { all }]) => most > 0 && all >= asBusy * most);
	const kinds = busiest.map(([resource, { loads, stores }]): UnitLimit => {
		if (!ofMemory.has(resource)) return 'units';
		return stores > loads ? 'stores' : 'loads';
	});
	return [...new Set(kinds)];
}
