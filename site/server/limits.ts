/** Shell: limits per address and per request. */
import type { Request, RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { SiteError } from './errors.ts';
import { limitedBy } from './visitor.ts';

/** Whose limits a request counts against. */
export const addressOf = (request: Request): string => limitedBy(request.ip);

/** @param whose whom a request counts against, in the words of the refusal; by default the address it comes from */
export function perMinute(
	most: number,
	what: string,
	whose: { key: (request: Request) => string; name: string } = { key: addressOf, name: 'address' }
): RequestHandler {
	return rateLimit({
		windowMs: 60_000,
		limit: most,
		standardHeaders: 'draft-7',
		legacyHeaders: false,
		// its advice to developers goes to the console, and a visitor's headers call it up
		validate: false,
		keyGenerator: whose.key,
		handler: (_request, response) => {
			const seconds = Number(response.getHeader('Retry-After') ?? 60);
			throw new SiteError(
				429,
				'TOO_MANY_REQUESTS',
				`One ${whose.name} may ${what} ${most} times a minute. Try again in ${seconds} s.`,
				{ retryAfterSeconds: seconds }
			);
		}
	});
}

/** Counts things held open, by whose they are: how to leave, or undefined when they have too many. */
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

/** The same for streams; throws when there are too many. */
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

/** Depth of nesting of a JSON text, without parsing it. Brackets within strings do not count. */
export function jsonDepth(text: Uint8Array): number {
	const [quote, backslash, open, openObject, close, closeObject] = Buffer.from('"\\[{]}');
	let depth = 0;
	let deepest = 0;
	let inString = false;
	for (let i = 0; i < text.length; i++) {
		const byte = text[i];
		if (inString) {
			if (byte === backslash) i++;
			else if (byte === quote) inString = false;
		} else if (byte === quote) inString = true;
		else if (byte === open || byte === openObject) deepest = Math.max(deepest, ++depth);
		else if (byte === close || byte === closeObject) depth--;
	}
	return deepest;
}
