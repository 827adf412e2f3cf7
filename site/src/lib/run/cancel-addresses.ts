/** Shell: the addresses at which this tab may cancel the runs it started. They hold secrets, and survive a reload. */

const prefix = 'cyclelab.cancel.';
const known = new Map<string, string>();

/** Undefined on the server, and where the browser stores nothing for this site. */
function storage(): Storage | undefined {
	try {
		return globalThis.sessionStorage;
	} catch {
		return undefined;
	}
}

export function rememberCancel(run: string, address: string | undefined): void {
	if (address === undefined) return;
	known.set(run, address);
	try {
		storage()?.setItem(prefix + run, address);
	} catch {
		// The tab has no room for more: a reload forgets this address.
	}
}

/** Undefined if this tab did not start the run. */
export const cancelAddress = (run: string): string | undefined =>
	known.get(run) ?? storage()?.getItem(prefix + run) ?? undefined;
