/** Finished inspections, kept by everything they depend on, so that equal ones cost nothing the next time. */
import { createHash } from 'node:crypto';

export type Cache<T> = {
	get: (key: string) => T | undefined;
	set: (key: string, value: T) => void;
	drop: (key: string) => void;
	/** The first value that fits, which then counts as no more used than before. */
	find: (fits: (value: T) => boolean) => T | undefined;
};

/** A cache that may be another thread's. */
export type AsyncCache<T> = {
	get: (key: string) => T | undefined | Promise<T | undefined>;
	set: (key: string, value: T) => void;
};

/**
 * Keeps the values used last, up to a weight of all together.
 * @param weigh of one, in the unit of `capacity`; without it each counts as 1
 */
export function createCache<T>(capacity: number, weigh: (value: T) => number = () => 1): Cache<T> {
	const values = new Map<string, T>();
	let weight = 0;
	const drop = (key: string) => {
		const value = values.get(key);
		if (value === undefined) return;
		values.delete(key);
		weight -= weigh(value);
	};
	return {
		get: (key) => {
			const value = values.get(key);
			if (value !== undefined) {
				values.delete(key);
				values.set(key, value);
			}
			return value;
		},
		set: (key, value) => {
			drop(key);
			values.set(key, value);
			weight += weigh(value);
			for (const oldest of values.keys()) {
				if (weight <= capacity) break;
				drop(oldest);
			}
		},
		drop,
		find: (fits) => [...values.values()].find(fits)
	};
}

/** Equal for equal contents, whatever they are made of. */
export function contentKey(content: unknown): string {
	return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
