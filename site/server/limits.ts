/** Limits per address and per request. */
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { SiteError } from './errors.ts';

/** Whose limits a request counts against: an IPv4 address, or the network of an IPv6 one. */
export function addressOf(request: Request): string {
	return request.ip === undefined ? 'unknown' : ipKeyGenerator(request.ip);
}

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

/** Counts things held open per address. `enter` throws when there are too many, else returns how to leave. */
export function openCounter(most: number) {
	const counts = new Map<string, number>();
	return (address: string): (() => void) => {
		const count = counts.get(address) ?? 0;
		if (count >= most)
			throw new SiteError(
				429,
				'TOO_MANY_STREAMS',
				`This address watches ${most} runs at once already. Close a page and try again.`,
				{ retryAfterSeconds: 5 }
			);
		counts.set(address, count + 1);
		let left = false;
		return () => {
			if (left) return;
			left = true;
			const now = (counts.get(address) ?? 1) - 1;
			if (now > 0) counts.set(address, now);
			else counts.delete(address);
		};
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
