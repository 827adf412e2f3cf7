import { expect, test } from 'vitest';
import { simulated } from '../../fixtures/events/traces.ts';
import { placeRates } from './rates.ts';

const base = 0x10_0000;

test('rates are per iteration of the source, of the loop’s instructions, without what never happened', () => {
	const events = simulated(1000, (pass) => [
		{ load: base },
		{ store: base },
		{ taken: pass % 2 === 0 }
	]);
	if (!events) throw new Error('nothing was simulated');
	const loop = [0x1000, 0x1001, 0x1002, 0x1003].map((address) => ({ address }));
	expect(placeRates(events, 4, loop)).toEqual({
		iterations: 4000,
		all: {
			executed: 1,
			loads: 0.25,
			stores: 0.25,
			forwarded: 0.25,
			branches: 0.37475,
			taken: 0.24975,
			mispredicted: 0.001
		},
		instructions: [
			{ address: '0x1000', rates: { executed: 0.25, loads: 0.25, forwarded: 0.25 } },
			{ address: '0x1001', rates: { executed: 0.25, stores: 0.25 } },
			{
				address: '0x1002',
				rates: { executed: 0.25, branches: 0.25, taken: 0.125, mispredicted: 0.001 }
			},
			{ address: '0x1003', rates: { executed: 0.125, branches: 0.12475, taken: 0.12475 } }
		],
		throughMemory: [{ load: '0x1000', store: '0x1001', passes: 1 }]
	});
});
