/** A page whose bytes follow from its content alone, so that a browser that has it need not get it again. Pure but for its secret. */
import { createHmac, randomBytes } from 'node:crypto';

export interface Settled {
	html: string;
	nonce: string;
	/** A strong validator. */
	etag: string;
}

/** Of this process. */
const secret = randomBytes(32);
/** Characters of base64url; 21 are 126 bits. */
const nonceLength = 21;

/**
 * A new nonce for every answer makes every answer another one. This one is made of what the page holds, with a secret: who
 * brings something into a page makes it another page, and cannot know that one's nonce before it is made.
 * @param given the nonce that stands in the page now
 */
export function settled(html: string, given: string, key: Uint8Array = secret): Settled {
	const digest = createHmac('sha256', key).update(html.replaceAll(given, '')).digest('base64url');
	const nonce = digest.slice(0, nonceLength);
	return {
		html: html.replaceAll(given, nonce),
		nonce,
		etag: `"${digest.slice(nonceLength, 2 * nonceLength)}"`
	};
}
