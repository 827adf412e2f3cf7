/** Finished inspections, kept by everything they depend on, so that unedited variants cost nothing the next time. */
import { createHash } from 'node:crypto';

export type Cache<T> = {
	get: (key: string) => T | undefined;
	set: (key: string, value: T) => void;
};

/** Keeps the `capacity` values used last. */
export function createCache<T>(capacity: number): Cache<T> {
	const values = new Map<string, T>();
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
			values.delete(key);
			values.set(key, value);
			const oldest = values.keys().next();
			if (values.size > capacity && !oldest.done) values.delete(oldest.value);
		}
	};
}

/** Equal for equal contents, whatever they are made of. */
export function contentKey(content: unknown): string {
	return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
