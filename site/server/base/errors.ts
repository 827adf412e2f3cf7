/** The site's own errors: an HTTP status, a stable code and a sentence for people. */
import { randomBytes } from 'node:crypto';

export class SiteError extends Error {
	override name = 'SiteError';
	readonly status: number;
	readonly code: string;
	/** After how many seconds trying again makes sense. */
	readonly retryAfterSeconds: number | undefined;

	constructor(
		status: number,
		code: string,
		message: string,
		options?: { cause?: unknown; retryAfterSeconds?: number }
	) {
		super(message, { cause: options?.cause });
		this.status = status;
		this.code = code;
		this.retryAfterSeconds = options?.retryAfterSeconds;
	}
}

/** A body of 256 kB has room for a hundred thousand mistakes; a list of all of them would be many times as long. */
const mostIssues = 50;

export type Issue = { path: (string | number)[]; message: string };

/** A request that is wrong in one or more places; answered with 400 and the list, cut to a length people read. */
export class IssuesError extends Error {
	override name = 'IssuesError';
	readonly issues: Issue[];

	/** Keeps the first mistakes, and the number of the others. */
	constructor(issues: Issue[]) {
		const kept = issues.slice(0, mostIssues);
		const others = issues.length - kept.length;
		if (others > 0)
			kept.push({
				path: [],
				message: `The request has ${others} more mistakes. Correct these first.`
			});
		super(kept.map((issue) => issue.message).join('; '));
		this.issues = kept;
	}
}

/** What people quote and the log holds. */
export function errorId(): string {
	return randomBytes(4).toString('hex');
}

export const notFound = (what: string) =>
	new SiteError(404, 'NOT_FOUND', `There is no such ${what}. Check the address.`);
