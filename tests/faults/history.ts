/** Whether a learner was told a run's history whole, however often the connection broke. Pure. */
import type { Course } from './learner.ts';

/**
 * The numbers that were heard are 1, 2, ... They begin anew only for whoever had heard what was lost with a site: the
 * place where they were before is then none of the history that was told in the end.
 */
export function isWhole({ heard }: Course): boolean {
	let told: string[] = [];
	const lost: string[] = [];
	for (const { seq, id } of heard) {
		if (seq === undefined || id === undefined) continue;
		if (seq === 1) {
			lost.push(...told.slice(-1));
			told = [];
		}
		if (seq !== told.length + 1) return false;
		told.push(id);
	}
	return lost.every((id) => !told.includes(id));
}
