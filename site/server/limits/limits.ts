/** Shell: limits per address and per request. */
import type { Server } from 'node:http';
import type { NextFunction, Request, RequestHandler } from 'express';
import { MemoryStore, rateLimit } from 'express-rate-limit';
import { SiteError } from '../base/errors.ts';
import { limitedBy } from './visitor.ts';

/** The key of the limits that a request counts against. */
export const addressOf = (request: Request): string => limitedBy(request.ip);

/** @param whose key and name of the owner that a request counts against; default: its address */
export function perMinute(
	most: number,
	what: string,
	whose: { key: (request: Request) => string; name: string } = { key: addressOf, name: 'address' },
	store = new MemoryStore()
): RequestHandler {
	return rateLimit({
		windowMs: 60_000,
		limit: most,
		store,
		standardHeaders: 'draft-7',
		legacyHeaders: false,
		// its validations print advice to the console, and a client's headers can trigger them
		validate: false,
		keyGenerator: whose.key,
		handler: (_request, response) => {
			throw tooMany(most, what, whose.name, Number(response.getHeader('Retry-After') ?? 60));
		}
	});
}

const tooMany = (most: number, what: string, who: string, seconds: number) =>
	new SiteError(
		429,
		'TOO_MANY_REQUESTS',
		`One ${who} may ${what} ${most} times a minute. Try again in ${seconds} s.`,
		{ retryAfterSeconds: seconds }
	);

/** Counts an act of an owner. Resolves with the time after which the owner may act again, ms; 0: the act is allowed. */
export type SharedLimit = (whose: string) => Promise<number>;

/**
 * Makes a limit of acts a minute that all site processes on a store keep together; undefined where this process has the store
 * to itself. `name`: unique among the limits.
 */
export type SharedLimits = (name: string, most: number) => SharedLimit | undefined;

/**
 * `perMinute` by address, then the same limit for all site processes together, which costs a statement of the store.
 * @param sharedLimits makes the second limit where several processes share the store
 * @param isShared whether a request counts against the second limit; default: each does
 */
export function perMinuteInAll(
	sharedLimits: SharedLimits,
	most: number,
	what: string,
	isShared: (request: Request) => boolean = () => true
): RequestHandler {
	const here = perMinute(most, what);
	const shared = sharedLimits(what, most);
	if (!shared) return here;
	const inAll = (request: Request, next: NextFunction) =>
		void shared(addressOf(request)).then(
			(ms) => next(ms > 0 ? tooMany(most, what, 'address', Math.ceil(ms / 1000)) : undefined),
			next
		);
	return (request, response, next) =>
		here(request, response, (refused?: unknown) =>
			refused || !isShared(request) ? next(refused) : inAll(request, next)
		);
}

/** Requests of every kind that one address makes in a minute, whether Express answers them or the runners' gateway. */
export type Requests = {
	/** Refuses those above the limit. */
	limit: RequestHandler;
	/** Counts a request outside Express. Returns 0 if it is allowed, otherwise the seconds until the address may retry. */
	count: (address: string) => Promise<number>;
};

export function openRequests(most: number): Requests {
	const store = new MemoryStore();
	return {
		limit: perMinute(most, 'ask', undefined, store),
		count: async (address) => {
			const { totalHits, resetTime } = await store.increment(address);
			if (totalHits <= most) return 0;
			return Math.max(1, Math.ceil(((resetTime?.getTime() ?? 0) - Date.now()) / 1000));
		}
	};
}

/** Counts open resources by owner. Returns a function that releases one, or undefined above the limit. */
export function openHolding(most: number): (whose: string) => (() => void) | undefined {
	const counts = new Map<string, number>();
	return (whose) => {
		const count = counts.get(whose) ?? 0;
		if (count >= most) return undefined;
		counts.set(whose, count + 1);
		let left = false;
		return () => {
			if (left) return;
			left = true;
			const now = (counts.get(whose) ?? 1) - 1;
			if (now > 0) counts.set(whose, now);
			else counts.delete(whose);
		};
	};
}

/** Counts open streams by owner; throws above the limit. */
export function openCounter(most: number): (whose: string) => () => void {
	const enter = openHolding(most);
	return (whose) => {
		const leave = enter(whose);
		if (leave) return leave;
		throw new SiteError(
			429,
			'TOO_MANY_STREAMS',
			`This address watches ${most} runs at once already. Close a page and try again.`,
			{ retryAfterSeconds: 5 }
		);
	};
}

/** Depth of nesting of a JSON text and its number of values, without parsing it. Brackets and commas within strings do not count. */
export function jsonExtent(text: Uint8Array): { depth: number; values: number } {
	const [quote, backslash, open, openObject, close, closeObject, comma] = Buffer.from('"\\[{]},');
	let depth = 0;
	let deepest = 0;
	// Members and elements after the first of each object and array, and these containers.
	let values = 1;
	let inString = false;
	for (let i = 0; i < text.length; i++) {
		const byte = text[i];
		if (inString) {
			if (byte === backslash) i++;
			else if (byte === quote) inString = false;
		} else if (byte === quote) inString = true;
		else if (byte === comma) values++;
		else if (byte === open || byte === openObject) {
			values++;
			deepest = Math.max(deepest, ++depth);
		} else if (byte === close || byte === closeObject) depth--;
	}
	return { depth: deepest, values };
}

// Limits the open connections of an address to this process, with or without requests.

/** A connection above `most` is closed at once, before a request is read, so it gets no response. */
export function limitConnections(server: Server, most: number): void {
	const enter = openHolding(most);
	server.on('connection', (socket) => {
		const leave = enter(limitedBy(socket.remoteAddress));
		if (leave) socket.on('close', leave);
		else socket.destroy();
	});
}
