/** When a connection that says nothing is given up. Site and runner agree on these times. Pure. */

/** The site asks for a sign of life this often, ms. */
export const beatMs = 500;

/**
 * Beats without a sign after which the other side is gone: between 2.5 and 3 s of silence. A process that dies closes its
 * connection and is noticed at once; this is for machines and networks that vanish.
 */
const silentBeats = 5;

export type Pulse = {
	/** The other side said something. */
	sign: () => void;
	/** To be called every `beatMs`. True: the other side is gone. */
	beat: () => boolean;
};

/**
 * Counts beats, not milliseconds: when this process itself was kept from working, its timer fires once and late, and what
 * came meanwhile is read before it fires again.
 */
export function createPulse(): Pulse {
	let silent = 0;
	return {
		sign: () => {
			silent = 0;
		},
		beat: () => {
			silent += 1;
			return silent > silentBeats;
		}
	};
}
