/** Shell: measures a kernel twice, as two variants of an exercise are measured. */
import type { MeasuredPair } from '../measure/noise-floor.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { CoreAccess } from '../core-queue.ts';
import { measureKernel, type Kernel } from './own-kernels.ts';

const names = ['one', 'other'];

/**
 * Undefined if too many samples were disturbed. Rejects with the signal's reason once it is aborted; the measuring core is
 * free then.
 */
export async function measurePair(
	needs: CoreAccess<PooledSandbox>,
	kernel: Kernel,
	seed: number,
	signal: AbortSignal
): Promise<MeasuredPair | undefined> {
	const places = names.map((variant) => ({ variant, parameters: {} }));
	const found = await measureKernel(needs, kernel, places, seed, signal);
	const [one, other] = names.map((name) => found.find(({ variant }) => variant === name)?.measured);
	return one && other && { kind: kernel.kind, one, other };
}
