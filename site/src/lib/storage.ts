/** Small values kept in the browser. Storage may be forbidden or full; then a value is simply not kept. */

export function load(key: string): string | undefined {
	try {
		return localStorage.getItem(`cyclelab:${key}`) ?? undefined;
	} catch {
		return undefined;
	}
}

/** Keeps a value, or forgets it when it is undefined. */
export function keep(key: string, value: string | undefined): void {
	try {
		if (value === undefined) localStorage.removeItem(`cyclelab:${key}`);
		else localStorage.setItem(`cyclelab:${key}`, value);
	} catch {
		// Forbidden or full: the page works without.
	}
}

/** Every value that is kept, by its key. */
export function loadAll(): Record<string, string> {
	try {
		const keys = Object.keys(localStorage).filter((key) => key.startsWith('cyclelab:'));
		return Object.fromEntries(
			keys.map((key) => [key.slice('cyclelab:'.length), localStorage.getItem(key) ?? ''])
		);
	} catch {
		return {};
	}
}
