/** Keeps the newest entries of a map or set, at most so many; the newest is last. Pure. */

/** Sets the value, as the newest. */
export function renew<T>(map: Map<string, T>, key: string, value: T): void {
	map.delete(key);
	map.set(key, value);
}

export function dropOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
	for (const oldest of kept.keys()) {
		if (kept.size <= most) return;
		kept.delete(oldest);
	}
}
