import { expect, test } from 'vitest';
import { counted, honest, hotLoop, path } from '../../fixtures/measure/audited.ts';
import { compareAudit } from '../measure/audit.ts';
import { loopOf } from '../measure/watched.ts';
import { auditCounted } from './audit-counted.ts';
import type { CountCalls } from './count-calls.ts';

/** Iterations of the call that the report's counts are of. */
const iterations = 16_384;
const code = { ...counted, hotLoop: { ...hotLoop, pathCoverage: 0.5 } };
const loop = loopOf(code);
if ('unchecked' in loop) throw new Error(loop.unchecked);

/**
 * A program whose calls do so many iterations instead of `n`, in the emulator and on the processor, and whose data decide how often
 * its loop is passed.
 */
const auditOf = (iterationsOf: (n: number) => number) => {
	const passesOf = (n: number) => Math.round(iterationsOf(n) * loop.passes);
	const count: CountCalls = async (_seed, ...lengths) =>
		lengths.map((iterations) => {
			const counts = new Map(path.map(({ address }) => [Number(address), passesOf(iterations)]));
			return { iterations, counts, withStart: counts };
		});
	const [n, longer] = [honest.n, 2 * honest.n];
	const observed = { ...honest, hits: passesOf(n), other: { n: longer, hits: passesOf(longer) } };
	expect(compareAudit(code, { ...loop, isSteady: true }, observed, false)).toHaveProperty('doubt');
	const { functions: shown } = code;
	const functions = shown.map(({ symbol, instructions }) => ({
		symbol,
		address: 0x401000,
		instructions: instructions.map(({ address, text }) => ({
			address: Number(address),
			text,
			mnemonic: 'inc',
			prefixes: [],
			operands: ['eax']
		}))
	}));
	const watched = { code, functions, loop, iterations, observed, hasRuntime: false };
	return auditCounted({ ...watched, seed: 7, dataWork: undefined }, count);
};

test('where data decide the passes of a loop, a twelfth that is left out at most lengths is a doubt', async () => {
	expect(await auditOf((n) => (n === iterations ? n : n - n / 12))).toEqual({
		doubt: expect.stringMatching(/what an iteration does depends on the length of the call\.$/)
	});
});

test('as much that grows with the length is none', async () => {
	expect(await auditOf((n) => n * (n / iterations) ** -0.03)).toHaveProperty('checked');
	expect(await auditOf((n) => n * (n / iterations) ** -0.1)).toEqual({
		unchecked: expect.stringMatching(/^Not checked .* other lengths have other work\./)
	});
});
