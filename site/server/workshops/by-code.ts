/** Shell: finds a workshop by the code that a person typed, and limits the wrong codes of each address. */
import { SiteError } from '../base/errors.ts';
import { limitedBy } from '../limits/visitor.ts';
import type { Sql } from '../store/database.ts';
import { codeOf } from './code.ts';
import { openGuesses } from './guesses.ts';
import { findByCode } from './store.ts';

/**
 * The returned function resolves with the workshop's id, and rejects with a `SiteError` if no workshop has the code or if
 * too many wrong codes came from the client's address.
 */
export function findingByCode(sql: Sql): (typed: string, address: string) => Promise<string> {
	const guesses = openGuesses();
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
		guesses.record(whose);
		throw new SiteError(
			404,
			'NO_WORKSHOP',
			'No workshop has this code. Compare it with the code on the screen.'
		);
	};
}
