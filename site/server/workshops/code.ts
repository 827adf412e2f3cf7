/** Join codes of workshops: 8 characters of an alphabet of 30 that are not mistaken for each other; 39 bits. */
import { randomInt } from 'node:crypto';

const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;

/** `K7QM-4TXR`. */
export function newCode(): string {
	return dashed(Array.from({ length }, () => signs[randomInt(signs.length)]).join(''));
}

/** Normalises a typed code, in lower case or without the dash; undefined if it is malformed. */
export function codeOf(typed: string): string | undefined {
	const bare = typed.toUpperCase().replaceAll(/[\s‐–_.-]/g, '');
	const isOfSigns = [...bare].every((sign) => signs.includes(sign));
	return bare.length === length && isOfSigns ? dashed(bare) : undefined;
}

const dashed = (bare: string) => `${bare.slice(0, 4)}-${bare.slice(4)}`;
