/**
 * Rate limits of wrong join codes, for a network and a minute. Once all networks together tried many, each may try only a
 * few, so that a guesser with many networks gains little; right codes are never counted. Pure except for the given clock.
 */
import { fixed } from '../base/config.ts';
import { openFailedAttempts, type FailedAttempts } from '../limits/failed-attempts.ts';

const everyMs = 60_000;

/** The key under which all networks together are counted. */
const everybody = 'everybody';

/** @returns the limits, by network (`limitedBy`) */
export function openGuesses(now: () => number = () => performance.now()): FailedAttempts {
	const ordinary = openFailedAttempts({ most: fixed.wrongCodes, everyMs }, now);
	const strict = openFailedAttempts({ most: fixed.wrongCodesUnderAttack, everyMs }, now);
	const together = openFailedAttempts({ most: fixed.wrongCodesTogether, everyMs }, now);
	return {
		wait: (network) => (together.wait(everybody) > 0 ? strict : ordinary).wait(network),
		record: (network) => {
			for (const one of [ordinary, strict]) one.record(network);
			together.record(everybody);
		}
	};
}
