/** The last event of a run whose job another version of the site wrote. Pure except for the random id. */
import type { RunEvent } from '@cyclelab/runner/schema/job';
import { errorId } from '../base/errors.ts';

/** The run's last event, as it is stored. */
export function outdatedText(): string {
	const event: RunEvent = {
		type: 'failed',
		code: 'OUTDATED',
		message:
			'The site was updated while this run waited, and cannot do it the way it was asked for any more. Run it again.',
		id: errorId()
	};
	return JSON.stringify(event);
}
