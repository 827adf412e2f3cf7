/** Small values kept in the browser. Storage may be forbidden or full; then a value lasts as long as the page does. */

/** Values that the browser refused to store. Always empty on the server, where all visitors would share them. */
const fleeting = new Map<string, string>();

/** Whether a value is gone after a reload. */
export const isFleeting = (key: string): boolean => fleeting.has(key);

export function load(key: string): string | undefined {
	try {
		return fleeting.get(key) ?? localStorage.getItem(`cyclelab:${key}`) ?? undefined;
	} catch {
		return fleeting.get(key);
	}
}

/** Keeps a value, or forgets it when it is undefined. */
export function keep(key: string, value: string | undefined): void {
	fleeting.delete(key);
	try {
		if (value === undefined) localStorage.removeItem(`cyclelab:${key}`);
		else localStorage.setItem(`cyclelab:${key}`, value);
	} catch {
		if (value !== undefined && typeof window !== 'undefined') fleeting.set(key, value);
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
