/** What may be said of a job: a message the site cannot read would end the connection, and everybody's jobs with it. Pure. */
import { RunEvent } from './schema/job.ts';

/** The site takes messages of 16 MiB, and 32 MiB for all of a run. Bytes of JSON. */
export const largestEvent = 12 * 1024 * 1024;

/** Something of a job cannot be said. `code` and the message are what its learner is told. */
export class Untellable extends Error {
	override name = 'Untellable';
	readonly code = 'TOO_LARGE';
}

/** Throws `Untellable` for what is too large, and an error of ours for what the site's schema does not know. */
export function checkTellable(event: RunEvent): void {
	const bytes = Buffer.byteLength(JSON.stringify(event));
	if (bytes > largestEvent)
		throw new Untellable(
			`What there is to say of this code is larger than ${largestEvent / 1024 ** 2} MiB. Make the code smaller.`
		);
	RunEvent.parse(event);
}
