/** The API's boundary: what came in is parsed once, and what is wrong is said place by place. */
import type { z } from 'zod';
import { IssuesError, notFound } from './errors.ts';
import { Id } from './schema.ts';

/** A body of 256 kB has room for a hundred thousand mistakes, whose list would be many times as long. */
const issuesAtMost = 50;

export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
	const parsed = schema.safeParse(body ?? {});
	if (parsed.success) return parsed.data;
	throw new IssuesError(
		parsed.error.issues.slice(0, issuesAtMost).map(({ path, message }) => ({
			path: path.map((part) => (typeof part === 'number' ? part : String(part))),
			message
		}))
	);
}

/** An id that cannot be one is as unknown as any other. */
export function parseId(text: string, what: string): string {
	const id = Id.safeParse(text);
	if (!id.success) throw notFound(what);
	return id.data;
}
