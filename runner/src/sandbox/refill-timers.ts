/** Shell: refills a pool when its tools have been quiet for `quietMs`, and when the recorded demand has expired. */
import { rememberedMs } from './demand.ts';
import { quietMs } from './refill.ts';

export function refillTimers(refill: () => void) {
	let quiet: NodeJS.Timeout | undefined;
	let expired: NodeJS.Timeout | undefined;
	let lastWork = -Infinity;
	return {
		isQuiet: () => performance.now() - lastWork >= quietMs,
		/** A tool begins or ends its work. */
		worked: () => {
			lastWork = performance.now();
			clearTimeout(quiet);
			quiet = setTimeout(refill, quietMs + 1);
		},
		/** A sandbox was taken, which is recorded as demand. */
		taken: () => {
			clearTimeout(expired);
			expired = setTimeout(refill, rememberedMs + 60_000).unref();
		},
		close: () => {
			clearTimeout(quiet);
			clearTimeout(expired);
		}
	};
}
