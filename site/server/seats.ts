/** Shell: requests of a workshop's participants, who count for themselves: a whole room may share one address. */
import type { Request } from 'express';
import type { SiteConfig } from './config.ts';
import { SiteError } from './errors.ts';
import { addressOf } from './limits.ts';
import type { Asker } from './runs.ts';
import { bearerOf } from './tokens.ts';
import type { Seat } from './workshop/store.ts';
import type { Workshops } from './workshop/workshops.ts';

export type Seats = {
	/** The participant who asks; refuses whoever is none. */
	require: (request: Request) => Promise<Seat>;
	/** The participant who asks, if one does and the workshop goes on. */
	find: (request: Request) => Promise<Seat | undefined>;
	/** Whose limits and turn a run is. */
	asker: (request: Request, seat: Seat | undefined) => Asker;
};

/** Whose limits a request of a participant counts against, once `locals.seat` holds who it is. */
export const seatKey = (request: Request): string => nameOfSeat(request.res?.locals['seat']);

/** Unlike any other in all workshops. */
export const nameOfSeat = ({ workshop, number }: Pick<Seat, 'workshop' | 'number'>): string =>
	`${workshop} ${number}`;

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
