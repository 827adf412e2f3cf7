/** Tokens of runners. Only their hashes are kept; a token is random enough that a plain hash hides it. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Sql } from './database.ts';

export function hashOf(token: string): Buffer {
	return createHash('sha256').update(token).digest();
}

/** The token of an `Authorization: Bearer ...` header. */
export function bearerOf(header: string | undefined): string | undefined {
	return header === undefined ? undefined : /^Bearer ([\x21-\x7e]{1,512})$/.exec(header)?.[1];
}

/** Whether a token is one of the known ones; takes as long for a near miss as for any other. */
export function isKnown(token: string, hashes: Buffer[]): boolean {
	const given = hashOf(token);
	return hashes.map((hash) => timingSafeEqual(hash, given)).includes(true);
}

/** Makes a token for one more runner; it is told once and cannot be read again. */
export async function addToken(sql: Sql, label: string): Promise<string> {
	const token = randomBytes(32).toString('base64url');
	await sql.query('insert into cyclelab.runner_tokens (hash, label) values ($1, $2)', [
		hashOf(token),
		label
	]);
	return token;
}

export async function readHashes(sql: Sql): Promise<Buffer[]> {
	const rows = await sql.query('select hash from cyclelab.runner_tokens');
	return z
		.array(z.object({ hash: z.instanceof(Buffer) }))
		.parse(rows)
		.map(({ hash }) => hash);
}
