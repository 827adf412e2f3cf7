/**
 * The folder in which tests make databases: Linux's file system in memory where it has room, else that of temporary files.
 * There a copy of a cluster takes a fifth of the processor time, and PostgreSQL's waits for the disk take none.
 */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** A cluster has 41 MiB, and a suite has up to a dozen at once. */
const neededBytes = 2 ** 30;

function freeBytes(folder: string): number {
	try {
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize;
	} catch {
		return 0;
	}
}

export const storeParent = (): string => (freeBytes(inMemory) >= neededBytes ? inMemory : tmpdir());
