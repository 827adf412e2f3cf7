/** Names of runs and snapshots: 128 random bits, base64url. A run's job on the queue has the same bits as a UUID. */
import { randomBytes } from 'node:crypto';

export function newId(): string {
	return randomBytes(16).toString('base64url');
}

export function jobIdOf(run: string): string {
	const hex = Buffer.from(run, 'base64url').toString('hex');
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function runIdOf(jobId: string): string {
	return Buffer.from(jobId.replaceAll('-', ''), 'hex').toString('base64url');
}
