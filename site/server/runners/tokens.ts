/**
 * Tokens of runners. Only their hashes are kept; a token is random enough that a plain hash hides it. The first runner
 * that uses one binds it to its name and architecture.
 */
import { randomBytes } from 'node:crypto';
import { Target } from '@cyclelab/exercises/schema';
import { z } from 'zod';
import { hashOf } from '../base/hash.ts';
import type { Sql } from '../store/database.ts';

/** The token of an `Authorization: Bearer ...` header. */
export function bearerOf(header: string | undefined): string | undefined {
	return header === undefined ? undefined : /^Bearer ([\x21-\x7e]{1,512})$/.exec(header)?.[1];
}

const TokenRow = z.object({
	/** The id by which an operator revokes it. */
	id: z.string(),
	label: z.string(),
	created_at: z.date(),
	last_used_at: z.date().nullable(),
	revoked_at: z.date().nullable(),
	/** The runner it is bound to; null until its first use. */
	runner: z.string().nullable(),
	arch: Target.nullable()
});
export type TokenRow = z.infer<typeof TokenRow>;
const columns = 'id, label, created_at, last_used_at, revoked_at, runner, arch';

/** Makes a token for a runner. Only its hash is stored, so the returned token cannot be read again. */
export async function addToken(
	sql: Sql,
	label: string,
	arch?: Target
): Promise<{ id: string; token: string }> {
	const token = randomBytes(32).toString('base64url');
	const hash = hashOf(token);
	const id = hash.toString('hex', 0, 4);
	await sql.query(
		'insert into cyclelab.runner_tokens (hash, id, label, arch) values ($1, $2, $3, $4)',
		[hash, id, label, arch ?? null]
	);
	return { id, token };
}

export async function findToken(sql: Sql, token: string): Promise<TokenRow | undefined> {
	const [row] = await sql.query(`select ${columns} from cyclelab.runner_tokens where hash = $1`, [
		hashOf(token)
	]);
	return row && TokenRow.parse(row);
}

export async function listTokens(sql: Sql): Promise<TokenRow[]> {
	const rows = await sql.query(
		`select ${columns} from cyclelab.runner_tokens order by created_at, id`
	);
	return z.array(TokenRow).parse(rows);
}

type Claim = { runner: string; arch: Target };

/** Binds a token to a runner on its first use. Undefined if the runner may use it, otherwise a sentence with the reason and a remedy. */
export async function claimToken(sql: Sql, id: string, claim: Claim): Promise<string | undefined> {
	const bound = await sql.query(
		`update cyclelab.runner_tokens t set runner = $2, arch = $3, last_used_at = now()
		where id = $1 and revoked_at is null
		and coalesce(runner, $2) = $2 and coalesce(arch, $3) = $3
		and not exists (select from cyclelab.runner_tokens o
			where o.runner = $2 and o.id <> $1 and o.revoked_at is null)
		returning id`,
		[id, claim.runner, claim.arch]
	);
	if (bound.length > 0) return undefined;
	const all = await listTokens(sql);
	return refusalOf(
		all.find((token) => token.id === id),
		all.find((token) => token.runner === claim.runner && token.id !== id && !token.revoked_at),
		claim
	);
}

export const revokedSentence =
	'The token of this runner was revoked. Make a new one on the site: npm run runner:token -- --label <name>';

/** The reason why a runner may not use a token. `other`: a valid token of the same runner. */
export function refusalOf(
	token: Pick<TokenRow, 'runner' | 'arch' | 'revoked_at'> | undefined,
	other: Pick<TokenRow, 'id' | 'label'> | undefined,
	{ runner, arch }: Claim
): string {
	if (!token || token.revoked_at) return revokedSentence;
	if (token.runner !== null && token.runner !== runner)
		return (
			`This token belongs to the runner ${token.runner}, and this runner is called ${runner}. ` +
			`Set RUNNER_ID=${token.runner}, or make a token for this host on the site: npm run runner:token -- --label ${runner}`
		);
	if (token.arch !== null && token.arch !== arch)
		return (
			`This token is for an ${token.arch} runner, and this one is ${arch}. ` +
			`Make one for it on the site: npm run runner:token -- --label ${runner} --arch ${arch}`
		);
	if (other)
		return (
			`The name ${runner} belongs to the token ${other.id} (${other.label}). ` +
			`Set another RUNNER_ID, or revoke that token on the site: npm run runner:token -- --revoke ${other.id}`
		);
	return 'The site could not check the token of this runner. It tries again by itself.';
}

/** Filters these tokens to the revoked tokens. */
export async function revokedOf(sql: Sql, ids: string[]): Promise<Set<string>> {
	if (ids.length === 0) return new Set();
	const rows = await sql.query(
		'select id from cyclelab.runner_tokens where id = any($1) and revoked_at is null',
		[ids]
	);
	const valid = new Set(
		z
			.array(z.object({ id: z.string() }))
			.parse(rows)
			.map(({ id }) => id)
	);
	return new Set(ids.filter((id) => !valid.has(id)));
}

/** Notes that these tokens are in use. */
export async function touchTokens(sql: Sql, ids: string[]): Promise<void> {
	await sql.query('update cyclelab.runner_tokens set last_used_at = now() where id = any($1)', [
		ids
	]);
}

/** Revokes a token permanently. False for an unknown id or an already revoked token. */
export async function revokeToken(sql: Sql, id: string): Promise<boolean> {
	const rows = await sql.query(
		`update cyclelab.runner_tokens set revoked_at = now()
		where id = $1 and revoked_at is null returning id`,
		[id]
	);
	return rows.length > 0;
}
