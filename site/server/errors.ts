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

export type Issue = { path: (string | number)[]; message: string };

/** A request that is wrong in one or more places; answered with 400 and the list. */
export class IssuesError extends Error {
	override name = 'IssuesError';
	readonly issues: Issue[];

	constructor(issues: Issue[]) {
		super(issues.map((issue) => issue.message).join('; '));
		this.issues = issues;
	}
}

/** What people quote and the log holds. */
export function errorId(): string {
	return randomBytes(4).toString('hex');
}

export const notFound = (what: string) =>
	new SiteError(404, 'NOT_FOUND', `There is no such ${what}. Check the address.`);
