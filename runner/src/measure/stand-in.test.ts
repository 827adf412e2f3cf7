import { expect, test } from 'vitest';
import { whyByStandIn } from './stand-in.ts';

/** Of a loop that takes two cycles in the model. */
const predicted = (uopsPerLoop: number, integer: number, address = 0) => ({
	mcpu: 'znver5',
	exact: false,
	cyclesPerLoop: 2,
	dispatchWidth: 6,
	uopsPerLoop,
	instructions: [
		...['Zn4ALU0', 'Zn4ALU1', 'Zn4ALU2', 'Zn4ALU3'].map((resource) => ({
			resource,
			cycles: integer
		})),
		...['Zn4AGU0', 'Zn4AGU1', 'Zn4AGU2'].map((resource) => ({ resource, cycles: address }))
	].map((pressure, at) => ({
		address: `0x${1000 + at}`,
		latency: 1,
		uops: 1,
		reciprocalThroughput: 1,
		pressure: [pressure],
		mayLoad: false,
		mayStore: false,
		sideEffects: false
	}))
});

test('a model that is busy with what the processor has more of is slower for that reason', () => {
	expect(whyByStandIn(predicted(12, 1), 1.3)).toBe(
		' The model begins 6 operations a cycle, and needs all of that here; Zen 5 begins 8.'
	);
	expect(whyByStandIn(predicted(8, 2), 1.4)).toBe(
		' The 4 integer units of the model are busy in 100 % of the predicted cycles; Zen 5 has 6.'
	);
	expect(whyByStandIn(predicted(8, 1, 1.9), 1.3)).toMatch(
		/^ The 3 address units of the model .* has 4\.$/
	);
});

test('a fused jump makes room for others', () => {
	const instructions = ['cmp rsi, rsi', 'jne', 'mov rax, rsi', 'dec r15', 'jne'].map((text) => ({
		address: '0x1000',
		text
	}));
	const eleven = { ...predicted(11, 1), cyclesPerLoop: 11 / 6 };
	expect(whyByStandIn(eleven, 11 / 6)).toBe('');
	expect(whyByStandIn(eleven, 1.6, { instructions })).toMatch(
		/; Zen 5 begins 8, and a comparison or an addition with the jump behind it as one\.$/
	);
});

test('not where it is not busy, where more units do not suffice, and for the model of the processor itself', () => {
	expect(whyByStandIn(predicted(8, 1), 1.3)).toBe('');
	expect(whyByStandIn(predicted(12, 1), 1.6)).toBe('');
	expect(whyByStandIn({ ...predicted(12, 1), exact: true }, 1.3)).toBe('');
	expect(whyByStandIn({ ...predicted(12, 1), mcpu: 'znver4' }, 1.3)).toBe('');
});
