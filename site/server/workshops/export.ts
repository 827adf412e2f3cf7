/** A workshop as a file: everything for programs (JSON), one row per vote, question and run for spreadsheets (CSV). Pure. */
import { sheetCell } from '../../shared/sheet-cell.ts';
import type { Room } from './room.ts';
import { checkedOf, tallyOf } from './tally.ts';

export function exportOf(room: Room) {
	const { workshop, seats, votes, runs, exercises, floor } = room;
	const names = new Map(seats.map(({ number, name }) => [number, name]));
	const person = (seat: number) => (seat === 0 ? 'host' : (names.get(seat) ?? ''));
	const { code, title, created_at, ended_at, delete_at } = workshop;
	return {
		code,
		title,
		openedAt: created_at.toISOString(),
		endedAt: ended_at?.toISOString(),
		deletesAt: delete_at.toISOString(),
		exercises: exercises.map(({ slug, title: name, question, of, to }) => ({
			slug,
			title: name,
			question: question.text,
			ratioOf: of,
			ratioTo: to,
			misconceptions: tallyOf(room, slug).misconceptions
		})),
		people: seats.map(({ number, name, joined_at, synthetic }) => ({
			number,
			name,
			/** A program of a rehearsal. */
			synthetic,
			joinedAt: joined_at.toISOString()
		})),
		votes: votes.map(({ seat, exercise, round, ratio, confidence, why, at }) => ({
			person: person(seat),
			number: seat,
			exercise,
			vote: round,
			ratio,
			confidence: confidence ?? undefined,
			why: why ?? undefined,
			at: at.toISOString()
		})),
		questions: floor.map(({ number, seat, text, state, voters, at }) => ({
			question: number,
			person: person(seat),
			number: seat,
			text,
			state,
			votes: voters.length,
			at: at.toISOString()
		})),
		/** `checked`: the host's decision about the source of a run that met the challenge. */
		runs: runs.map((run) => ({
			person: person(run.seat),
			number: run.seat,
			exercise: run.exercise,
			run: run.run,
			state: run.state,
			...run.result,
			checked: run.seat === 0 ? undefined : checkedOf(run)
		}))
	};
}
export type Exported = ReturnType<typeof exportOf>;

const headings = [
	'kind',
	'exercise',
	'person',
	'number',
	'vote',
	'ratio',
	'low',
	'high',
	'edited',
	'challenge',
	'checked',
	'failure',
	'runner',
	'processor',
	'microarchitecture',
	'toolchain',
	'run',
	'state',
	'at',
	'confidence',
	'why',
	'text',
	'votes',
	'synthetic'
];

/** RFC 4180, with CRLF. */
export function csvOf({ people, votes, runs, questions }: Exported): string {
	const synthetic = new Set(
		people.filter((person) => person.synthetic).map(({ number }) => number)
	);
	const rows = [
		...votes.map((vote) => ({ kind: 'vote', ...vote })),
		...questions.map((question) => ({ kind: 'question', ...question })),
		...runs.map(({ answer, verdict, failure, ...run }) => ({
			kind: 'run',
			...run,
			...(answer ? { ratio: answer.median, low: answer.low, high: answer.high } : {}),
			...(verdict ? { challenge: verdict } : {}),
			...(failure ? { failure: failure.title } : {})
		}))
	];
	const lines = rows.map((row) => {
		const marks = { synthetic: synthetic.has(row.number) ? 'yes' : undefined };
		const cells = new Map<string, unknown>(Object.entries({ ...row, ...marks }));
		return headings.map((name) => sheetCell(cells.get(name))).join(',');
	});
	return [headings.join(','), ...lines, ''].join('\r\n');
}
