/** A page whose answers differ in nothing but their nonce, so that a browser that has it need not get it again. */
import { createHash, randomBytes } from 'node:crypto';

export interface Settled {
	/** The page with this nonce. */
	htmlWith: (nonce: string) => string;
	/** A weak validator: of the page without its nonce. */
	etag: string;
}

/** Bytes; 128 bits, as the CSP specification asks for. */
const nonceBytes = 16;

export const newNonce = (): string => randomBytes(nonceBytes).toString('base64');

/** @param given the nonce that stands in the page now */
export function settled(html: string, given: string): Settled {
	const parts = html.split(given);
	const hash = createHash('sha256');
	for (const part of parts) hash.update(`${part.length} `).update(part);
	return {
		htmlWith: (nonce) => parts.join(nonce),
		etag: `W/"${hash.digest('base64url').slice(0, 22)}"`
	};
}
