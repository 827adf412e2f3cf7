import { expect, test } from 'vitest';
import { mostTried, Why } from './why.ts';

const cycles = { median: 3, low: 2.9, high: 3.1 };
const why: Why = {
	at: '2026-01-02T03:04:05.000Z',
	whole: cycles,
	tried: [{ kind: 'break', register: 'rax', result: { cycles, saved: cycles } }],
	left: 0,
	limits: [{ limit: 'chain', by: 0, saved: cycles }],
	model: {}
};

test.each([
	['too many variants', { tried: Array.from({ length: mostTried + 1 }, () => why.tried[0]) }],
	['a text in place of a register', { tried: [{ ...why.tried[0], register: '<b>rax</b>' }] }],
	['an instruction that no block has', { tried: [{ ...why.tried[0], at: 40 }] }],
	['a long reason', { tried: [{ kind: 'break', result: { dropped: 'x'.repeat(201) } }] }],
	['a share above all', { model: { analysis: { resources: 101, registers: 0, memory: 0 } } }],
	['a time that is no number', { whole: { ...cycles, median: NaN } }]
])('%s is refused', (_, change) => {
	expect(Why.safeParse(why).success).toBe(true);
	expect(Why.safeParse({ ...why, ...change }).success).toBe(false);
});
