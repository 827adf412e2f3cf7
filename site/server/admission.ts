/** Shell: which runners may connect, by their tokens: the site's own, and those in the store. */
import type { RunnerDescription } from '@cyclelab/runner/schema/gateway';
import type { Sql } from './database.ts';
import {
	claimToken,
	findToken,
	hashOf,
	isKnown,
	revokedOf,
	revokedSentence,
	touchTokens
} from './tokens.ts';

/** What a token is good for. The site's own has no id: it is its runners' and cannot be revoked while the site runs. */
export type Pass = { token: string | undefined };

export type Admission = {
	/** What this token is good for, or a sentence saying why for nothing. */
	admit: (token: string) => Promise<Pass | string>;
	/** A runner says who it is: undefined if its token is for that one, else a sentence. */
	claim: (pass: Pass, runner: RunnerDescription) => Promise<string | undefined>;
	/** Which of these tokens may not be used any more. */
	revoked: (tokens: string[]) => Promise<Set<string>>;
	/** Notes that these tokens are in use. */
	note: (tokens: string[]) => Promise<void>;
};

export function openAdmission(sql: Sql, ownToken: string | undefined): Admission {
	const own = ownToken === undefined ? [] : [hashOf(ownToken)];
	return {
		admit: async (token) => {
			if (isKnown(token, own)) return { token: undefined };
			const found = await findToken(sql, token);
			if (!found)
				return 'The site does not know this runner token. Make one on the site: npm run runner:token -- --label <name>';
			return found.revoked_at ? revokedSentence : { token: found.id };
		},
		claim: async ({ token }, { id, host }) =>
			token === undefined ? undefined : claimToken(sql, token, { runner: id, arch: host.arch }),
		revoked: (tokens) => revokedOf(sql, tokens),
		note: async (tokens) => {
			if (tokens.length > 0) await touchTokens(sql, tokens);
		}
	};
}
