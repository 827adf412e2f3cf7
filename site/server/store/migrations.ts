/** The migrations of the store's tables: SQL that is applied once, in this order. New ones are appended. */
import * as objects from './migrations/objects.ts';
import * as operation from './migrations/operation.ts';
import * as runs from './migrations/runs.ts';
import * as workshops from './migrations/workshops.ts';

/** Schema of all tables. */
export const schema = 'cyclelab';

export const migrations: readonly string[] = [
	runs.firstTables,
	runs.snapshotNeeds,
	runs.boundTokens,
	operation.endedRuns,
	operation.calibrations,
	runs.joinedRuns,
	runs.snapshotContent,
	workshops.workshops,
	operation.inspectionParts,
	runs.waiters,
	workshops.acceptedSolutions,
	runs.queueNames,
	workshops.votesWithReasons,
	workshops.groups,
	workshops.shownCode,
	workshops.plannedMinutes,
	workshops.questions,
	runs.keptSnapshots,
	operation.measuredBlocks,
	runs.snapshotsOfRun,
	runs.deletedSnapshots,
	workshops.removableSeats,
	runs.rowsAreQueue,
	operation.noInspectionParts,
	operation.recordedRuns,
	operation.limits,
	runs.inspections,
	objects.movedEvents
];
