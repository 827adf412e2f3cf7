import { expect, test } from 'vitest';
import { whyByUnits } from './integer-units.ts';

/** llvm-mca's pressure by a pass on each unit. */
const predicted = (cycles: number, cyclesPerLoop = 1.33) => ({
	mcpu: 'znver4',
	exact: true,
	cyclesPerLoop,
	instructions: ['Zn4ALU0', 'Zn4ALU1', 'Zn4ALU2', 'Zn4ALU3', 'Zn4AGU0'].map((resource, at) => ({
		address: `0x${1000 + at}`,
		latency: 1,
		uops: 1,
		reciprocalThroughput: 1,
		pressure: [{ resource, cycles: resource === 'Zn4AGU0' ? 0 : cycles }],
		mayLoad: false,
		mayStore: false,
		sideEffects: false
	}))
});

test('integer units that are nearly always busy may be the reason for a loop that is slower', () => {
	expect(whyByUnits(predicted(1.25), 1.66)).toMatch(/ busy in 94 % of the predicted cycles:/);
	expect(whyByUnits(predicted(1), 1.66)).toMatch(/ busy in 75 % /);
	expect(whyByUnits(predicted(0.9), 1.66)).toBe('');
	expect(whyByUnits(predicted(1, 2), 1.2)).toBe('');
});

test('not for a loop that is far slower, nor for a processor on which it was not measured', () => {
	expect(whyByUnits(predicted(1.25), 2.5)).toBe('');
	expect(whyByUnits({ ...predicted(1.25), exact: false }, 1.66)).toBe('');
	expect(whyByUnits({ ...predicted(1.25), mcpu: 'skylake' }, 1.66)).toBe('');
	const { instructions: _, ...unknown } = predicted(1.25);
	expect(whyByUnits(unknown, 1.66)).toBe('');
});
