/** The answers of a homework as one table for spreadsheets: a row for each person, columns for each exercise. Pure. */
import { sheetCell } from '../../shared/sheet-cell.ts';
import { answersOf } from './answers.ts';
import type { Room } from './room.ts';

const columns = ['predicted', 'confidence', 'why', 'measured', 'low', 'high', 'challenge'] as const;

/** RFC 4180, with CRLF. */
export function answerTable(room: Room): string {
	const { seats, exercises } = room;
	const answers = new Map(
		answersOf(room).map((answer) => [`${answer.person} ${answer.exercise}`, answer] as const)
	);
	const headings = [
		'person',
		'number',
		'synthetic',
		...exercises.flatMap(({ slug }) => columns.map((column) => `${slug} ${column}`))
	];
	const rows = seats.map(({ number, name, synthetic }) => [
		name,
		number,
		synthetic ? 'yes' : '',
		...exercises.flatMap(({ slug }) => {
			const answer = answers.get(`${number} ${slug}`);
			return [
				answer?.ratio,
				answer?.confidence,
				answer?.why,
				answer?.answer?.median,
				answer?.answer?.low,
				answer?.answer?.high,
				answer?.solution?.checked
			];
		})
	]);
	return [headings, ...rows].map((row) => row.map(sheetCell).join(',')).join('\r\n') + '\r\n';
}
