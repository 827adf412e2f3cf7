/** The hot loop of a job's variant is explained by variants of the loop, measured in real sandboxes. */
import { expect, test } from 'vitest';
import { LoopWhy } from '@cyclelab/contract/schema/loop-why';
import { benchForAll } from '../hooks.ts';
import { jobFor } from '../job/job-bench.ts';

const isX86 = process.arch === 'x64';
const bench = benchForAll(['cc'], { calibrates: false });

async function explained(source: string) {
	const job = jobFor(`#include "cyclelab.h"\n${source}`, { stages: ['inspect'], explain: 'mine' });
	const { events, report } = await bench.run(job);
	expect(events.filter(({ type }) => type === 'explained')).toHaveLength(1);
	expect(events.at(-1)?.type).toBe('finished');
	return LoopWhy.parse(report.variants[0]?.why);
}

const chain = `uint64_t kernel(uint64_t n) {
	uint64_t x = 3;
	for (uint64_t i = 0; i < n; i++) __asm__ volatile("imul %0, %0" : "+r"(x));
	return x;
}
`;

test.skipIf(!isX86)(
	'a chain of multiplications depends on its chain, whatever the model says',
	async () => {
		for (let tries = 0; tries < 3; tries++) {
			const why = await explained(chain);
			// Another suite's load can make the loop or its variants too noisy.
			if ('refused' in why || why.why.limits.length === 0) continue;
			expect(why.text).toMatch(/^imul /m);
			expect(why.text).not.toMatch(/^j/m);
			expect(why.why.limits[0]).toMatchObject({ limit: 'chain' });
			expect(why.predicted).toBeGreaterThan(2);
			expect(why.why.whole.median / Number(why.predicted)).toBeCloseTo(1, 0);
			expect(why.why.model.bounds).toMatchObject({ limit: 'chain', agrees: true });
			return;
		}
		throw new Error('The loop had no time that could be believed, three times.');
	},
	480_000
);

test.skipIf(!isX86)(
	'a loop that calls is not measured, with a sentence that says why',
	async () => {
		const source = `__attribute__((noinline)) uint64_t called(uint64_t x) { return x * x + 1; }
uint64_t kernel(uint64_t n) {
	uint64_t x = 3;
	for (uint64_t i = 0; i < n; i++) x = called(x);
	return x;
}
`;
		expect(await explained(source)).toEqual({ refused: expect.stringMatching(/calls called/) });
	},
	240_000
);
