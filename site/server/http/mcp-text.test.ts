import type { Report } from '@cyclelab/contract/schema/report';
import { expect, test } from 'vitest';
import { exercise } from '../../../tests/integration/server/examples.ts';
import { exerciseText, reportText } from './mcp-text.ts';

/** A variant with what its text needs. */
const variant = {
	id: 'bytes',
	edited: true,
	predictions: [{ model: 'znver3', host: true, noalias: true, cyclesPerIteration: 14.2 }],
	instructionsPerIteration: 3,
	points: [],
	hotLoop: {
		symbol: 'kernel',
		instructions: [
			{ address: '0x10', text: 'mov rax, qword ptr [rdi]', line: 4, count: 2048 },
			{ address: '0x14', text: 'jne 0x10' }
		],
		badges: [
			{ id: 'stall', label: 'Stall', sentence: 'The load waits.', weight: 'caution', addresses: [] }
		]
	}
};
const report = (text = variant.hotLoop.instructions[0]?.text ?? '', sourceIterations = 1) =>
	({
		target: 'x86-64',
		variants: [
			{
				...variant,
				hotLoop: {
					...variant.hotLoop,
					sourceIterations,
					instructions: [
						{ ...variant.hotLoop.instructions[0], text },
						variant.hotLoop.instructions[1]
					]
				}
			}
		],
		claims: [],
		knees: [],
		summary: 'Compiled.',
		runner: { id: 'alpha', host: { processor: 'AMD Zen 3', identity: 'x' } },
		toolchain: { compiler: 'clang', version: '22.1.8', flags: ['-O2'] }
	}) as unknown as Report;

test('a report is its figures, its hot loops with counts and notes, and its page', () => {
	expect(reportText(report(), 'https://cycles.example/run')).toBe(`Compiled.

  bytes (edited), predicted 14.2, 3 instructions

AMD Zen 3 (x), runner alpha; clang 22.1.8 -O2

Hot loop of bytes, in kernel: 1 iteration of the source a pass, predicted for znver3
  mov rax, qword ptr [rdi]    # line 4, executed 2048 times
  jne 0x10
  Note: The load waits.

Page for people: https://cycles.example/run`);
});

test('a long report is cut and says so; control characters of a program are escaped', () => {
	const long = reportText(report('x'.repeat(40_000)), 'https://cycles.example/run');
	expect(long.endsWith('\nCut here: the page has the rest, https://cycles.example/run')).toBe(true);
	expect(long.length).toBeLessThan(33_000);
	expect(reportText(report('\u001b[2J'), '')).toContain('\\u001b[2J');
});

test('an exercise has its sources in the wanted language, or in its first', () => {
	const text = exerciseText(exercise, 'go');
	expect(text).toBe(exerciseText(exercise));
	expect(text.split('\n').slice(0, 5)).toEqual([
		'Two stores (two-stores)',
		'A small exercise for tests.',
		'Languages: c. Sources below: c.',
		'',
		'--- variant wide'
	]);
});

test.each([
	[8, '8 iterations of the source a pass'],
	[1 / 119, '119 passes an iteration of the source'],
	[1 / 1024, '1,024 passes an iteration of the source']
])('a pass of %s iterations', (iterations, words) => {
	expect(reportText(report('nop', iterations), 'https://cycles.example/run')).toContain(
		`: ${words},`
	);
});
