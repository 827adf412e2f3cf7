/** Blocks whose limit is known are explained by variants, measured in real sandboxes. */
import { expect, test } from 'vitest';
import { blockFromText } from '../../../runner/src/blocks/from-text.ts';
import { predictorsFor } from '../../../runner/src/blocks/predictors.ts';
import { explainBlock } from '../../../runner/src/job/explain-block.ts';
import { Why, type InterventionKind, type Tried } from '@cyclelab/contract/schema/why';
import { benchForAll } from '../hooks.ts';

const isX86 = process.arch === 'x64';
const bench = benchForAll(['cc'], { calibrates: false });

/** Other suites use the processors too; an attempt then takes up to 40 s, and the limit of a test, ms, has room for all. */
const attempts = 12;

/** @param needed variants that must have a time: another suite's load can make any of them too noisy */
async function explained(lines: string[], needed: [InterventionKind, number?][]): Promise<Why> {
	const block = blockFromText(lines.join('\n'));
	if (!block) throw new Error(`Not read: ${lines.join('; ')}`);
	// A named model: what a model says limits a block differs between models.
	const asked = predictorsFor('znver4', undefined);
	const answers = { 'bound: chain': 3, 'bound: width': 0.5 };
	const { signal } = new AbortController();
	const reasons: string[] = [];
	for (let seed = 1; seed <= attempts; seed++) {
		const why = await explainBlock(bench.workshop, { block, answers, asked }, seed, signal);
		const lacking = 'dropped' in why ? [why] : needed.map(([kind, at]) => resultOf(why, kind, at));
		const dropped = lacking.flatMap((one) => ('dropped' in one ? [one.dropped] : []));
		if (dropped.length === 0) return Why.parse(why);
		reasons.push(dropped.join(' and '));
	}
	throw new Error(
		`The block or a variant had no time that could be believed: ${reasons.join('; ')}.`
	);
}

const resultOf = ({ tried }: Why, kind: InterventionKind, at?: number): Tried['result'] => {
	const one = tried.find((found) => found.kind === kind && found.at === at);
	if (!one) throw new Error(`There is no variant ${kind} ${at}.`);
	return one.result;
};

test.skipIf(!isX86)(
	'a chain of multiplications takes less once it is broken, and as long without an independent addition',
	async () => {
		const why = await explained(
			['imul rax, rcx', 'lea r8, [r9 + 0x1]', 'lea r10, [r11 + 0x2]'],
			[['break'], ['leave-out', 1]]
		);
		const { whole, limits, tried, model } = why;
		// A multiplication has a latency of 3 or 4 cycles on each x86-64 core of the last ten years.
		expect(whole.median).toBeGreaterThan(2.7);
		expect(whole.median).toBeLessThan(4.4);
		expect(limits[0]).toMatchObject({ limit: 'chain' });
		expect(tried[limits[0]!.by]).toMatchObject({ kind: 'break', register: 'rax' });
		expect(limits[0]!.saved.median).toBeGreaterThan(1);
		expect(limits.map(({ limit }) => limit)).not.toContain('units');
		const without = resultOf(why, 'leave-out', 1);
		if ('dropped' in without) throw new Error(`Without the addition it ${without.dropped}.`);
		expect(Math.abs(without.saved.median)).toBeLessThan(0.1 * whole.median);
		expect(model.bounds).toEqual({ limit: 'chain', cycles: 3, agrees: true });
		expect(model.analysis).toMatchObject({ limit: 'chain', agrees: true });
	},
	480_000
);

test.skipIf(!isX86)(
	'a variant that a signal ends is dropped with its reason, and the others are measured',
	async () => {
		// Without its first instruction the quotient of two addresses does not fit.
		const why = await explained(['xor edx, edx', 'div rcx', 'inc r8'], [['leave-out', 2]]);
		expect(resultOf(why, 'leave-out', 0)).toEqual({ dropped: 'divides by zero or overflows' });
		expect(resultOf(why, 'leave-out', 2)).toHaveProperty('cycles.median');
	},
	480_000
);

test.skipIf(!isX86)(
	'a block that stores where programs usually lie has a time, and the value that comes back is named memory',
	async () => {
		const lines = [
			'movzx ecx, r8b',
			'lea edx, [rax + rdx]',
			'mov dword ptr [4*rcx + 0x400000], edx',
			'mov byte ptr [4*rcx + 0x400002], dl',
			'add eax, dword ptr [4*rcx + 0x400000]'
		];
		const why = await explained(lines, [
			['register-for-load', 4],
			['nop-in-place', 1]
		]);
		// A load of bytes that two stores wrote waits until both are in the cache: ten cycles and more on every core.
		expect(why.whole.median).toBeGreaterThan(8);
		expect(why.limits[0]).toMatchObject({ limit: 'memory' });
		expect(why.tried[why.limits[0]!.by]).toMatchObject({ kind: 'register-for-load', at: 4 });
	},
	480_000
);
