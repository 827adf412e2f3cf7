/** Hashes of tokens: only they are stored, and a token is random enough that a plain hash hides it. */
import { createHash, timingSafeEqual } from 'node:crypto';

export function hashOf(token: string): Buffer {
	return createHash('sha256').update(token).digest();
}

/** Whether a token is one of these, compared in constant time. */
export function isKnown(token: string, hashes: Buffer[]): boolean {
	const given = hashOf(token);
	return hashes.map((hash) => timingSafeEqual(hash, given)).includes(true);
}
