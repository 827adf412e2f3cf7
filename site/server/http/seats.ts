/** Shell: requests of participants, with separate limits because a workshop may share one address. */
import type { Request } from 'express';
import type { SiteConfig } from '../base/config.ts';
import { SiteError } from '../base/errors.ts';
import { addressOf } from '../limits/limits.ts';
import type { Asker } from '../runs/service.ts';
import { bearerOf } from '../runners/tokens.ts';
import type { Seat, SeatKey } from '../workshops/seat-store.ts';
import type { Workshops } from '../workshops/workshops.ts';

export type Seats = {
	/** The participant of a request; refuses a request without a valid token. */
	require: (request: Request) => Promise<Seat>;
	/** The participant of a request, if it has one and the workshop has not ended. */
	find: (request: Request) => Promise<Seat | undefined>;
	/** The owner whose limits and fair share a run counts against. */
	asker: (request: Request, seat: Seat | undefined) => Asker;
};

/** The key of a participant's limits, once `locals.seat` has the participant. */
export const seatKey = (request: Request): string => nameOfSeat(request.res?.locals['seat']);

/** Unique across workshops. */
export const nameOfSeat = ({ workshop, number }: SeatKey): string => `${workshop} ${number}`;

export function openSeats(workshops: Workshops, config: Pick<SiteConfig, 'OPEN_RUNS'>): Seats {
	const named = async (request: Request) => {
		const token = bearerOf(request.get('authorization'));
		return token === undefined ? undefined : workshops.seat(token);
	};
	const find = async (request: Request) => {
		const seat = await named(request);
		return seat?.over ? undefined : seat;
	};
	return {
		find,
		require: async (request) => {
			const seat = await named(request);
			if (seat) return seat;
			throw new SiteError(
				401,
				'NO_SEAT',
				'This browser has no place in a workshop, or the workshop was deleted. Join it with its code.'
			);
		},
		asker: (request, seat) =>
			seat ? workshops.asker(seat) : { owner: addressOf(request), mostOpen: config.OPEN_RUNS }
	};
}
