/** Facts without a mistake, for tests that make one mistake at a time. */
import { Facts } from './facts.ts';

/** What does not differ between made-up exercises: an exercise on two runtimes whose baseline is `one`. */
export const twoSums = {
	title: 'Two sums',
	track: 'memory',
	summary: 'One sum against two.',
	minutes: 3,
	needs: { seconds: 4, memoryMiB: 16 },
	document: { title: 'A talk', author: 'Somebody', place: 'Slide 7' },
	iteration: 'one addition',
	unit: 'cycles',
	runtimes: ['coreclr', 'mono'],
	baseline: 'one'
} as const;

/** Facts with every part that the checks read. */
export const right = Facts.parse({
	...twoSums,
	variants: [
		{ id: 'one', label: 'One sum', claim: 'Slow.' },
		{ id: 'two', label: 'Two sums', claim: 'Fast.' }
	],
	sweep: { name: 'size', label: 'Size', unit: 'bytes', scale: 'log', values: [64, 128] },
	meters: [{ id: 'heap', label: 'Bytes allocated', unit: 'bytes' }],
	machines: [{ id: 'old', name: 'Old' }],
	documented: [
		{
			machine: 'old',
			variant: 'one',
			parameters: { size: 64 },
			nsPerIteration: 2,
			quoted: '2 ns'
		}
	],
	question: { text: 'How much?', of: at('one'), to: at('two'), low: 1, high: 4 },
	claims: [{ id: 'faster', statement: 'Faster.', of: at('one'), to: at('two'), atLeast: 1.5 }],
	codeClaims: [{ id: 'adds', statement: 'Adds.', of: at('one'), code: { has: '^add' } }],
	pairClaims: [
		{ id: 'apart', statement: 'Apart.', of: at('one'), to: at('two'), apart: 0.1, atLeast: 0.1 }
	],
	blindSpots: [{ variants: ['one'], label: 'Blind', sentence: 'It sees nothing.' }],
	challenge: {
		text: 'Faster!',
		start: at('one'),
		goals: [
			{ kind: 'ratio', to: at('two'), atMost: 1.1 },
			{ kind: 'code', text: 'No division.', code: { lacks: '^div' } }
		],
		hints: ['One.', 'Two.'],
		why: 'Two are faster.'
	}
});

/** A place of these facts. */
export function at(variant: string, size = 64) {
	return { variant, parameters: { size } };
}
