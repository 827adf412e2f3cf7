/** Bounds of a block's time that need no simulation: a core's width, and the longest chain from pass to pass. Pure. */
import { x86 } from '../inspect/isa-of.ts';
import type { CodeBlock } from './extract.ts';

/** A load's part of an instruction's latency, cycles: values that are not the address arrive that much later. */
const loadCycles = 4;
/** Passes over which the chain's growth is taken, after as many that fill it. */
const passes = 32;

/**
 * Cycles that each pass waits for the previous one through registers, on a core that is limited by nothing else. Memory is not
 * followed. As the slope of an ideal execution it is the largest ratio of a cycle in the graph of dependences.
 * @param latencies of each instruction, cycles, with a load's latency if it loads
 * @param load a load's part of them, cycles
 */
export function chainBound(
	{ instructions }: Pick<CodeBlock, 'instructions'>,
	latencies: readonly number[],
	load = loadCycles
): number {
	const steps = instructions.map((instruction, index) => {
		const { reads, writes, memory } = x86.access(instruction);
		const loads = memory?.loads === true;
		const address = new Set(loads ? memory.registers : []);
		return { reads, writes, loads, address, latency: latencies[index] ?? 1 };
	});
	const ready = new Map<string, number>();
	const pass = () => {
		for (const { reads, writes, loads, address, latency } of steps) {
			const arrivals = reads.map((name) => {
				const later = loads && !address.has(name) ? load : 0;
				return (ready.get(name) ?? 0) + Math.max(latency - later, Math.min(latency, 1));
			});
			const done = Math.max(loads || reads.length === 0 ? latency : 0, ...arrivals);
			for (const name of writes) ready.set(name, done);
		}
		return Math.max(0, ...ready.values());
	};
	for (let i = 0; i < passes; i++) pass();
	const before = pass();
	let after = before;
	for (let i = 0; i < passes; i++) after = pass();
	return (after - before) / passes;
}

/** Whether a pass needs a value of the previous one: a register is read before it is written. */
export function isChained({ instructions }: Pick<CodeBlock, 'instructions'>): boolean {
	return (
		chainBound(
			{ instructions },
			instructions.map(() => 1)
		) > 0
	);
}
