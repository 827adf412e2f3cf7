import { expect, test } from 'vitest';
import { HostAct } from './workshop-host.ts';

const run = 'A'.repeat(22);
const actsOn = (number: number) => [
	{ act: 'ask', person: number, on: true },
	{ act: 'check', person: number, run, accepted: true },
	{ act: 'floor', question: number, state: 'open' }
];

test.each([2 ** 31, Number.MAX_SAFE_INTEGER, 1_000_000])(
	'an act on number %d, which the store cannot hold or nobody has, is refused by the schema',
	(number) => {
		for (const act of actsOn(number)) expect(HostAct.safeParse(act).success).toBe(false);
		for (const act of actsOn(300)) expect(HostAct.safeParse(act).success).toBe(true);
	}
);
