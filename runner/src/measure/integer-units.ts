/**
 * Why a loop may take longer than its prediction: its integer operations fill the units for them. llvm-mca gives each operation the
 * unit that is best for the loop. A processor whose schedulers have one unit each chooses when an operation is dispatched, before it
 * is known which operations the next pass waits for. Pure.
 */
import { percent } from '@cyclelab/contract/measure/sentence-numbers';
import { sum } from '@cyclelab/contract/measure/statistics';
import type { Prediction } from '@cyclelab/contract/schema/prediction';

/**
 * Models of processors on which this was measured, with the names of their integer units. Zen 4 (family 25, model 17): five operations
 * a pass (and, lea, add from memory, inc, compare and branch) take 2.27 cycles, 1.33 by llvm-mca, and four of them 1.09; and, add, inc,
 * a branch, a load and a store take 1.87, 1.17 by llvm-mca, and with two nops more 1.50, as predicted.
 */
const unitsOf: Readonly<Record<string, RegExp>> = { znver4: /^Zn4ALU\d$/ };

/** Part of the predicted cycles in which the units are busy. Such loops took up to 1.75 times as long as predicted. */
const fullFrom = 0.7;
const longerAtMost = 1.8;

/** @param ratio measured cycles in terms of the predicted ones. Returns a sentence behind a blank, or nothing */
export function whyByUnits(
	{
		mcpu,
		exact,
		cyclesPerLoop,
		instructions
	}: Pick<Prediction, 'mcpu' | 'exact' | 'cyclesPerLoop' | 'instructions'>,
	ratio: number
): string {
	const units = unitsOf[mcpu];
	if (!units || !exact || !instructions || ratio > longerAtMost) return '';
	const busy = new Map<string, number>();
	for (const { resource, cycles } of instructions.flatMap(({ pressure }) => pressure))
		if (units.test(resource)) busy.set(resource, (busy.get(resource) ?? 0) + cycles);
	if (busy.size === 0) return '';
	const part = sum([...busy.values()]) / busy.size / cyclesPerLoop;
	if (part < fullFrom) return '';
	return ` Its integer units would explain it, which are busy in ${percent(Math.min(1, part))} of the predicted cycles: llvm-mca gives each operation the best of them, and the processor chooses one before it knows which operations the next pass waits for.`;
}
