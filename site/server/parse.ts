/** The API's boundary: what came in is parsed once, and what is wrong is said place by place. */
import type { z } from 'zod';
import { IssuesError, notFound } from './errors.ts';
import { Id } from './schema.ts';

/** A body of 256 kB has room for a hundred thousand mistakes, whose list would be many times as long. */
const issuesAtMost = 50;

export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
	const path = unreadable(body);
	if (path)
		throw new IssuesError([{ path, message: 'Nothing may be called "__proto__". Leave it out.' }]);
	const parsed = schema.safeParse(body ?? {});
	if (parsed.success) return parsed.data;
	throw new IssuesError(
		parsed.error.issues.slice(0, issuesAtMost).map(({ path, message }) => ({
			path: path.map((part) => (typeof part === 'number' ? part : String(part))),
			message
		}))
	);
}

/** Where a name is that schemas pass over without a word, as no object should be given it. Bodies are of bounded depth. */
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

/** An id that cannot be one is as unknown as any other. */
export function parseId(text: string, what: string): string {
	const id = Id.safeParse(text);
	if (!id.success) throw notFound(what);
	return id.data;
}
