/** Shell: the components that show timelines, loaded once a page has a timeline to show. */
import type Timeline from './Timeline.svelte';
import type TimelineTable from './TimelineTable.svelte';

class TimelinePart {
	/** With its heading, and what limits the loop. */
	whole = $state.raw<typeof Timeline>();
	table = $state.raw<typeof TimelineTable>();

	/** Rejects if the browser cannot load them; the next call tries again. */
	async load(): Promise<void> {
		if (this.whole) return;
		const [whole, table] = await Promise.all([
			import('./Timeline.svelte'),
			import('./TimelineTable.svelte')
		]);
		this.whole = whole.default;
		this.table = table.default;
	}
}

export const timelinePart = new TimelinePart();

export const timelineMissing =
	'The timeline could not be loaded. Check the connection and reload the page.';
