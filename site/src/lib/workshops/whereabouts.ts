/** How far a participant is in an exercise, and whether their code compiles, as the host sees it. Pure. */
import type { VariantReport } from '@cyclelab/contract/schema/report';
import type { Where } from '../../../shared/workshop-people.ts';

interface ParticipantProgress {
	/** They committed to a prediction. */
	predicted: boolean;
	/** A run is on its way, or over. */
	busy: boolean;
	over: boolean;
	/** The editor is open. */
	editing: boolean;
}

export function whereOf({ predicted, busy, over, editing }: ParticipantProgress): Where {
	if (busy) return 'running';
	if (editing) return 'editing';
	if (over) return 'results';
	return predicted ? 'predicted' : 'predicting';
}

/** A variant that is edited, and the newest report of it. */
interface EditedSource {
	source: string;
	report: Pick<VariantReport, 'source' | 'failure'> | undefined;
}

/** Code that nobody edited compiles. Undefined while the newest text is not compiled yet. */
export function compilesAll(edited: readonly EditedSource[]): boolean | undefined {
	const known = edited.map(({ source, report }) =>
		report?.source === source ? report.failure?.kind !== 'compile-error' : undefined
	);
	if (known.includes(false)) return false;
	return known.includes(undefined) ? undefined : true;
}
