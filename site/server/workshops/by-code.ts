/** Shell: finds a workshop by the code that a person typed, and limits the wrong codes of each address. */
import { SiteError } from '../base/errors.ts';
import { limitedBy } from '../limits/visitor.ts';
import type { Sql } from '../store/database.ts';
import { codeOf } from './code.ts';
import { findByCode } from './store.ts';
import { fixed } from '../base/config.ts';
import { openFailedAttempts, type FailedAttempts } from '../limits/failed-attempts.ts';
import type { SharedLimits } from '../limits/limits.ts';

/**
 * The returned function resolves with the workshop's id, and rejects with a `SiteError` if no workshop has the code or if
 * too many wrong codes came from the client's address.
 */
export function findingByCode(
	sql: Sql,
	sharedLimits: SharedLimits
): (typed: string, address: string) => Promise<string> {
	const guesses = openGuesses(undefined, sharedLimits);
	return async (typed, address) => {
		const whose = limitedBy(address);
		const seconds = guesses.wait(whose);
		if (seconds > 0)
			throw new SiteError(
				429,
				'TOO_MANY_CODES',
				`Too many wrong codes came from this address. Try again in ${seconds} s.`,
				{ retryAfterSeconds: seconds }
			);
		const code = codeOf(typed);
		const id = code && (await findByCode(sql, code));
		if (id) return id;
		await guesses.record(whose);
		throw new SiteError(
			404,
			'NO_WORKSHOP',
			'No workshop has this code. Compare it with the code on the screen.'
		);
	};
}

// Rate limits of wrong join codes, for a network and a minute. Once all networks together tried many, each may try only a
// few, so that a guesser with many networks gains little; right codes are never counted.

const everyMs = 60_000;

/** The key under which all networks together are counted. */
const everybody = 'everybody';

/** @returns the limits, by network (`limitedBy`) */
export function openGuesses(
	now: () => number = () => performance.now(),
	sharedLimits: SharedLimits = () => undefined
): FailedAttempts {
	const limit = (name: string, most: number) =>
		openFailedAttempts({ most, everyMs }, now, sharedLimits(`codes-${name}`, most - 1));
	const ordinary = limit('ordinary', fixed.wrongCodes);
	const strict = limit('strict', fixed.wrongCodesUnderAttack);
	const together = limit('together', fixed.wrongCodesTogether);
	return {
		wait: (network) => (together.wait(everybody) > 0 ? strict : ordinary).wait(network),
		record: async (network) => {
			const records = [ordinary, strict].map((attempts) => attempts.record(network));
			await Promise.all([...records, together.record(everybody)]);
		}
	};
}
