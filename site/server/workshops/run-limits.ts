/** Shell: how many measurements a workshop holds. All of them are read whenever it is read. */
import { fixed } from '../base/config.ts';
import { SiteError } from '../base/errors.ts';
import type { Sql } from '../store/database.ts';
import { countRoomRuns } from './run-store.ts';
import type { SeatKey } from './seat-store.ts';

/** @throws a `SiteError` if this person, or the workshop, has as many measurements as it may */
export async function checkRunsOf(sql: Sql, seat: SeatKey): Promise<void> {
	const { all, own } = await countRoomRuns(sql, seat);
	if (own >= fixed.runsOfSeat)
		throw new SiteError(
			409,
			'TOO_MANY_MEASUREMENTS',
			`You asked for ${own} measurements in this workshop, and ${fixed.runsOfSeat} is the limit. Measure outside of the workshop.`
		);
	if (all >= fixed.runsOfRoom)
		throw new SiteError(
			409,
			'TOO_MANY_MEASUREMENTS',
			`A workshop holds ${fixed.runsOfRoom.toLocaleString('en')} measurements, and there are as many. Measure outside of the workshop.`
		);
}
