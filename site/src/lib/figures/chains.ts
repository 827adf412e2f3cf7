/** When a core executes operations that are divided among several dependency chains. Pure. */

/** A core's latency and rate for the operation, in cycles. */
export interface OperationTiming {
	/** From the operands of one operation to its result. */
	latency: number;
	/** Operations that can start in one cycle. */
	starts: number;
}

export interface Operation {
	/** From 1, in the order of the program. */
	number: number;
	/** Cycles. */
	start: number;
	end: number;
}

/** Operations as early as the core can start them, in the order of the program; one lane for each chain. */
export function scheduleOf(
	chains: number,
	operations: number,
	{ latency, starts }: OperationTiming
): { lanes: Operation[][]; cycles: number } {
	const lanes: Operation[][] = Array.from({ length: chains }, () => []);
	const started = new Map<number, number>();
	for (let i = 0; i < operations; i += 1) {
		const lane = lanes[i % chains];
		let start = lane?.at(-1)?.end ?? 0;
		while ((started.get(start) ?? 0) >= starts) start += 1;
		started.set(start, (started.get(start) ?? 0) + 1);
		lane?.push({ number: i + 1, start, end: start + latency });
	}
	return { lanes, cycles: Math.max(...lanes.map((lane) => lane.at(-1)?.end ?? 0)) };
}

export type Limit = 'latency' | 'throughput' | 'both';

/** Cycles for one operation of a long loop, and what decides them. */
export function steadyState(
	chains: number,
	{ latency, starts }: OperationTiming
): { cycles: number; limit: Limit } {
	const [byChains, byStarts] = [latency / chains, 1 / starts];
	return {
		cycles: Math.max(byChains, byStarts),
		limit: byChains > byStarts ? 'latency' : byChains < byStarts ? 'throughput' : 'both'
	};
}
