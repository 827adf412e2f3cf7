/** The API's boundary: parses each request once, and reports each error with its path. */
import type { z } from 'zod';
import { IssuesError, notFound } from '../base/errors.ts';
import { Id } from '../../shared/schema.ts';

export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
	const path = unreadable(body);
	if (path)
		throw new IssuesError([{ path, message: 'Nothing may be called "__proto__". Leave it out.' }]);
	const parsed = schema.safeParse(body ?? {});
	if (parsed.success) return parsed.data;
	throw new IssuesError(
		parsed.error.issues.map(({ path, message }) => ({
			path: path.map((part) => (typeof part === 'number' ? part : String(part))),
			message
		}))
	);
}

/** The path of a key such as __proto__, which schemas would ignore silently. Bodies have bounded depth. */
function unreadable(value: unknown): (string | number)[] | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	for (const [name, part] of Object.entries(value)) {
		const place = Array.isArray(value) ? Number(name) : name;
		if (name === '__proto__') return [name];
		const inside = unreadable(part);
		if (inside) return [place, ...inside];
	}
	return undefined;
}

/** A malformed id gets the same error as an unknown id. */
export function parseId(text: string, what: string): string {
	const id = Id.safeParse(text);
	if (!id.success) throw notFound(what);
	return id.data;
}

/** Parses the number of a part of a workshop; an invalid number has the same error as an unknown number. */
export function parseNumber(text: string, what: string): number {
	if (!/^[1-9]\d{0,5}$/.test(text)) throw notFound(what);
	return Number(text);
}
