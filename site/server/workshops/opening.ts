/** Shell: opens a workshop or a homework. */
import { randomBytes } from 'node:crypto';
import type { Exercise } from '@cyclelab/exercises/schema';
import { IssuesError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Sql } from '../store/database.ts';
import {
	longestHomeworkDays,
	type WorkshopOpened,
	type WorkshopRequest
} from '../../shared/workshop-schema.ts';
import { newCode } from './code.ts';
import { titleOf } from './name.ts';
import { begin } from './state.ts';
import { insertWorkshop } from './store.ts';

const dayMs = 24 * 60 * 60 * 1000;

export const unreadable = (what: 'name' | 'title') =>
	new IssuesError([{ path: [what], message: `Type a ${what} others can read.` }]);

export async function openWorkshop(
	sql: Sql,
	exerciseOf: (slug: string) => Exercise | undefined,
	{ title: typed, exercises, minutes, keepDays, due }: WorkshopRequest
): Promise<WorkshopOpened> {
	const title = titleOf(typed);
	if (title === undefined) throw unreadable('title');
	const issues = exercises.flatMap((slug, i) =>
		exerciseOf(slug) && exercises.indexOf(slug) === i
			? []
			: [{ path: ['exercises', i], message: `“${slug}” is unknown, or chosen twice.` }]
	);
	if (issues.length > 0) throw new IssuesError(issues);
	if (due !== undefined && !isHomeworkDate(due, Date.now()))
		throw new IssuesError([
			{
				path: ['due'],
				message: `Homework ends in the future, at most ${longestHomeworkDays} days from now.`
			}
		]);
	// PostgreSQL takes no offset of a day or nearly so
	const dueAt = due === undefined ? undefined : new Date(due).toISOString();
	const host = randomBytes(32).toString('base64url');
	const state = begin(exercises);
	for (;;) {
		const code = newCode();
		const workshop = {
			id: newId(),
			code,
			host,
			title,
			exercises,
			minutes,
			state,
			keepDays,
			due: dueAt
		};
		const deletes = await insertWorkshop(sql, workshop);
		if (!deletes) continue;
		const deletesAt = deletes.toISOString();
		return { code, hostPage: `/host/${host}`, joinPage: `/w/${code}`, deletesAt };
	}
}

/** @param now milliseconds since 1970 */
function isHomeworkDate(due: string, now: number): boolean {
	const left = Date.parse(due) - now;
	return left > 0 && left <= longestHomeworkDays * dayMs;
}
