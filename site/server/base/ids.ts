/** Names of runs and snapshots: 128 random bits, base64url. */
import { randomBytes } from 'node:crypto';

export function newId(): string {
	return randomBytes(16).toString('base64url');
}
