/** Ends a silent connection. Site and runner use the same times. Pure. */

/** Interval of the site's pings, ms. */
export const beatMs = 500;

/**
 * Beats without a sign after which the other side is gone: between 2.5 and 3 s of silence. A process that dies closes its
 * connection and is noticed at once; this is for machines and networks that vanish.
 */
const silentBeats = 5;

type Heartbeat = {
	/** A message or ping arrived. */
	received: () => void;
	/** Call it every `beatMs`. True: the other side is gone. */
	tick: () => boolean;
};

/**
 * Counts ticks, not milliseconds: if this process was blocked, its timer fires once and late, and messages that arrived
 * meanwhile are read before it fires again.
 */
export function createHeartbeat(): Heartbeat {
	let silent = 0;
	return {
		received: () => {
			silent = 0;
		},
		tick: () => {
			silent += 1;
			return silent > silentBeats;
		}
	};
}
