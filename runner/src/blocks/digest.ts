/** Names of texts by their content. Pure. */
import { createHash } from 'node:crypto';

/** The first characters of the SHA-256, hexadecimal: 16 name a block. */
export const digest = (text: string, length = 16): string =>
	createHash('sha256').update(text).digest('hex').slice(0, length);
