/** Shell: which runners may connect, by their tokens: the site's own, and those in the store. */
import type { RunnerDescription } from '@cyclelab/contract/schema/gateway';
import { accepted, refused, type Checked } from '../../shared/checked.ts';
import { hashOf, isKnown } from '../base/hash.ts';
import type { Sql } from '../store/database.ts';
import { claimToken, findToken, revokedOf, revokedSentence, touchTokens } from './tokens.ts';

/** An accepted token, by its id in the store; undefined: the site's own (RUNNER_TOKEN), not revocable while the site runs. */
export type Pass = { token: string | undefined };

export type Admission = {
	/** The pass of a token, or the reason for its refusal. */
	admit: (token: string) => Promise<Checked<Pass>>;
	/** Checks a runner's name and architecture against its token: undefined, or a sentence with the reason for its refusal. */
	claim: (pass: Pass, runner: RunnerDescription) => Promise<string | undefined>;
	/** Those of these tokens, by id, that are revoked. */
	revoked: (tokens: string[]) => Promise<Set<string>>;
	/** Records that these tokens, by id, are in use. */
	note: (tokens: string[]) => Promise<void>;
};

export function openAdmission(sql: Sql, ownToken: string | undefined): Admission {
	const siteHashes = ownToken === undefined ? [] : [hashOf(ownToken)];
	return {
		admit: async (token) => {
			if (isKnown(token, siteHashes)) return accepted({ token: undefined });
			const found = await findToken(sql, token);
			if (!found)
				return refused(
					'The site does not know this runner token. Make one on the site: npm run runner:token -- --label <name>'
				);
			return found.revoked_at ? refused(revokedSentence) : accepted({ token: found.id });
		},
		claim: async ({ token }, { id, host }) =>
			token === undefined ? undefined : claimToken(sql, token, { runner: id, arch: host.arch }),
		revoked: (tokens) => revokedOf(sql, tokens),
		note: async (tokens) => {
			if (tokens.length > 0) await touchTokens(sql, tokens);
		}
	};
}
