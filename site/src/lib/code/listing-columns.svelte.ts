import type { EventName } from '@cyclelab/contract/schema/events';

/**
 * Columns of every listing of the page that a reader has chosen, whether its control flow is drawn above it, and whether colours
 * pair its instructions with source lines. Nothing changes it on the server.
 */
export const listingColumns = $state<{
	addresses: boolean;
	graph: boolean;
	colours: boolean;
	events: EventName[];
}>({ addresses: false, graph: false, colours: false, events: [] });
