/** Shell: which participants have a page of their workshop open. Several sites may serve one workshop. */
import type { Logger } from 'pino';
import { fixed } from '../base/config.ts';
import type { Database } from '../store/database.ts';
import type { Live, RoomWatcher } from './live.ts';
import { noteHere, type SeatKey } from './seat-store.ts';

type SeatPresence = {
	/** Sends the watcher its views, and records that its participant is here. Returns the function that ends both. */
	watch: (workshop: string, watcher: RoomWatcher) => () => void;
	close: () => void;
};

type PresenceParts = {
	database: Database;
	live: Live;
	/** Notifies every site process that a workshop changed. */
	changed: (workshop: string) => void;
	log: Logger;
};

export function openPresence({ database, live, changed, log }: PresenceParts): SeatPresence {
	const warn = (error: unknown) =>
		log.warn({ err: error }, 'the presence of participants was not stored');
	const renew = () =>
		noteHere(database, live.seats(), fixed.seatHereSeconds).then(live.missed, warn);
	const renewing = setInterval(renew, (fixed.seatHereSeconds * 1000) / 3);
	renewing.unref();

	/** @param seconds for which the participant counts as here; 0: they left */
	const note = (workshop: string, seat: SeatKey, seconds: number) =>
		noteHere(database, [seat], seconds)
			.then(() => changed(workshop))
			.catch(warn);

	return {
		watch: (workshop, watcher) => {
			const { seat } = watcher;
			const leave = live.watch(workshop, watcher);
			if (!seat) return leave;
			void note(workshop, seat, fixed.seatHereSeconds);
			const isHere = () =>
				live
					.seats()
					.some((seatKey) => seatKey.workshop === seat.workshop && seatKey.number === seat.number);
			return () => {
				leave();
				// a participant who reloads the page reconnects within a moment
				setTimeout(() => {
					if (!isHere()) void note(workshop, seat, 0);
				}, fixed.seatGraceMs).unref();
			};
		},
		close: () => clearInterval(renewing)
	};
}
