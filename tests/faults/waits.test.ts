/** What is only waited for after a fault, on any machine. How long the work itself takes, the other tests print. */
import { expect, test } from 'vitest';
import { createAttempts } from '../../runner/src/attempts.ts';
import { beatMs, createPulse } from '../../runner/src/pulse.ts';
import { proofAgainMs } from '../../runner/src/readiness.ts';
import { engineLimits } from '../../runner/src/sandbox/limits.ts';

test('all pauses after a fault together are shorter than the ten seconds in which it measures again', () => {
	const pulse = createPulse();
	let silent = 1;
	while (!pulse.beat()) silent++;
	const attempts = createAttempts(['a']);
	const pauses = {
		/** A process that died is started again (`setup/patience.mjs`). */
		restart: 500,
		/** The other side of a connection fell silent. */
		silence: silent * beatMs,
		/** A site that was away for long is tried again. */
		attempt: Math.max(...Array.from({ length: 50 }, () => attempts.next('lost'))),
		/** New sandboxes are asked for, and tried. */
		refill: engineLimits.retryMs,
		proof: proofAgainMs.longest
	};
	const sum = Object.values(pauses).reduce((all, one) => all + one);
	expect(sum, JSON.stringify(pauses)).toBeLessThan(10_000);
});
