/** Codes people type to join a workshop: 30 signs that no two of are mistaken for each other, 8 of them, 39 bits. */
import { randomInt } from 'node:crypto';

const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;

/** `K7QM-4TXR`. */
export function newCode(): string {
	return dashed(Array.from({ length }, () => signs[randomInt(signs.length)]).join(''));
}

/** A code as it was typed, in small letters or without the dash; undefined if it cannot be one. */
export function codeOf(typed: string): string | undefined {
	const bare = typed.toUpperCase().replaceAll(/[\s‐–_.-]/g, '');
	const known = [...bare].every((sign) => signs.includes(sign));
	return bare.length === length && known ? dashed(bare) : undefined;
}

const dashed = (bare: string) => `${bare.slice(0, 4)}-${bare.slice(4)}`;
