/** Shares one read among concurrent callers. */

/**
 * A read never begins before its call: callers during a read share the next read.
 */
export function singleFlight<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
	const going = new Map<string, Promise<T>>();
	const next = new Map<string, Promise<T>>();
	const start = (key: string): Promise<T> => {
		const reading = read(key).finally(() => going.delete(key));
		going.set(key, reading);
		return reading;
	};
	return (key) => {
		const current = going.get(key);
		if (!current) return start(key);
		const queued = next.get(key);
		if (queued) return queued;
		const then = () => {
			next.delete(key);
			return start(key);
		};
		const following = current.then(then, then);
		next.set(key, following);
		return following;
	};
}
