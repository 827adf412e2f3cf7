/** The fixed pauses after a fault. The other tests print the time of the work itself. */
import { expect, test } from 'vitest';
import { createReconnection } from '../../runner/src/gateway-client.ts';
import { beatMs, createHeartbeat } from '@cyclelab/contract/heartbeat';
import { proofAgainMs } from '../../runner/src/readiness.ts';
import { engineLimits } from '../../runner/src/sandbox/limits.ts';

test('all pauses after a fault together are shorter than 10 s', () => {
	const pulse = createHeartbeat();
	let silent = 1;
	while (!pulse.tick()) silent++;
	const attempts = createReconnection(['a']);
	const pauses = {
		/** Until a process that died is started again (`setup/back-off.mjs`). */
		restart: 500,
		/** Until a side of a connection counts as lost. */
		silence: silent * beatMs,
		/** Until an unreachable site is tried again. */
		attempt: Math.max(...Array.from({ length: 50 }, () => attempts.next('lost'))),
		/** Until new sandboxes are created and checked. */
		refill: engineLimits.retryMs,
		proof: proofAgainMs.longest
	};
	const sum = Object.values(pauses).reduce((all, one) => all + one);
	expect(sum, JSON.stringify(pauses)).toBeLessThan(10_000);
});
