/** A workshop as it is now, for its host or a participant: one view, followed however often the connection breaks. */
import { ApiError } from '../run/api.ts';
import type { Views } from './api.ts';

/** Pauses between attempts to reach the server again, ms; the last one repeats. */
const pausesMs = [200, 400, 800, 1600, 3000];

export class Room<V> {
	#source: Views<V>;
	#leaving = new AbortController();
	#onView: (before: V | undefined, after: V) => void;
	#awaiting: (() => void)[] = [];
	view = $state.raw<V>();
	/** False while the connection is being found again. */
	connected = $state(true);
	/** There is nothing here any more: deleted, or this browser has no place in it. */
	gone = $state(false);
	/** Server clock minus this browser's clock, ms. */
	aheadMs = $state(0);

	/** @param onView is called with each view that arrives, before it is shown */
	constructor(
		source: Views<V>,
		view?: V,
		onView: (before: V | undefined, after: V) => void = () => undefined
	) {
		this.#source = source;
		this.#onView = onView;
		this.view = view;
	}

	/** Follows until it is left, or gone. */
	async follow(): Promise<void> {
		const { signal } = this.#leaving;
		let attempt = 0;
		while (!signal.aborted && !this.gone) {
			try {
				for await (const frame of this.#source.views(signal)) {
					if (signal.aborted) return;
					attempt = 0;
					this.connected = true;
					if (!frame) this.gone = true;
					else this.#take(frame);
				}
			} catch (error) {
				if (error instanceof ApiError && [401, 404].includes(error.status)) this.gone = true;
			}
			if (signal.aborted || this.gone) return;
			this.connected = false;
			const ms = pausesMs[Math.min(attempt, pausesMs.length - 1)] ?? 3000;
			attempt += 1;
			// a room of people does not come back all in the same moment
			await this.#source.pause(ms * (0.75 + Math.random() / 2), signal).catch(() => undefined);
		}
	}

	/** Resolves when the next view has arrived. */
	next(): Promise<void> {
		return new Promise((resolve) => this.#awaiting.push(resolve));
	}

	leave() {
		this.#leaving.abort();
	}

	#take({ now, view }: { now: string; view: V }) {
		this.aheadMs = Date.parse(now) - Date.now();
		this.#onView(this.view, view);
		this.view = view;
		for (const resolve of this.#awaiting.splice(0)) resolve();
	}
}
