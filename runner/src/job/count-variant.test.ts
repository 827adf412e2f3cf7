import { expect, it } from 'vitest';
import { done, failed } from '../inspect/read.ts';
import type { CountRequest } from '../toolchains/harness-env.ts';
import type { CountedCall } from '../toolchains/toolchain.ts';
import { countVariant } from './count-variant.ts';

const build = {
	variant: 'once',
	language: 'c',
	compiler: 'clang-22',
	target: 'x86-64',
	flags: [],
	source: ''
} as const;
const facts = { countedIterations: 1024, meters: [], variants: [], claims: [] };
const call = (total: number): CountedCall => ({ counts: new Map(), total });
const counted = (...calls: CountedCall[]) =>
	done({ counts: new Map<number, number>(), calls, results: ['0'] as [string] });
const timeout = {
	kind: 'timeout',
	stage: 'count',
	variant: 'once',
	limitMs: 5000
} as const;

/** The failure, and the iterations of each count run, of a kernel whose first call does ten times the work of later ones. */
async function workingOnce(shorter: ReturnType<typeof counted> | ReturnType<typeof failed>) {
	const runs: number[][] = [];
	const ended = await countVariant(
		{ facts: facts as never, build },
		{ functions: [] },
		({ iterations, later = [] }: CountRequest) => {
			runs.push([iterations, ...later]);
			return Promise.resolve(
				later.length > 0 ? counted(call(10_240), call(512), call(1024)) : shorter
			);
		}
	);
	return { runs, failure: ended.ok ? undefined : ended.failure };
}

it('a kernel that works in its first call alone is refused', async () => {
	expect(await workingOnce(counted(call(5120)))).toEqual({
		runs: [[1024, 512, 1024], [512]],
		failure: {
			kind: 'implausible',
			stage: 'count',
			variant: 'once',
			bound: 'firstCall',
			reason:
				'The first call of kernel() executed 10.0 instructions an iteration, and a later call of as many iterations 1.00: the first call spares later ones work, and those are timed.'
		}
	});
});

it('and not taken for one that does not, if the shorter call cannot be counted', async () => {
	expect(await workingOnce(failed(timeout))).toEqual({
		runs: [[1024, 512, 1024], [512], [512]],
		failure: timeout
	});
});

it('work of a first call that does not grow with the iterations is no reason', async () => {
	const { failure } = await workingOnce(counted(call(9728)));
	expect(failure?.kind).toBe('empty-kernel');
});
