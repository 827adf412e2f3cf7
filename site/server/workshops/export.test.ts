import { expect, test } from 'vitest';
import { exactly } from '../../fixtures/examples.ts';
import { answerTable } from './answer-table.ts';
import { exercise, ofAda, ofEve, room } from '../../fixtures/room.ts';
import { exampleTime as at, seatRow } from '../../fixtures/workshop-rows.ts';
import { csvOf, exportOf } from './export.ts';
import { hostView } from './views.ts';

test('the answers of a homework are one entry for each person and exercise', () => {
	const homework = {
		...room,
		exercises: [exercise],
		workshop: { ...room.workshop, due_at: at }
	};
	expect(hostView(room).answers).toBeUndefined();
	expect(hostView(homework).answers).toEqual([
		{
			person: 1,
			exercise: 'one',
			ratio: 2,
			confidence: 'sure',
			answer: exactly(6),
			solution: { ...ofAda, checked: 'unchecked' }
		},
		{ person: 2, exercise: 'one', ratio: 3, answer: exactly(6) },
		{ person: 3, exercise: 'one', solution: { ...ofEve, checked: 'unchecked' } }
	]);
	const named = {
		...homework,
		seats: [seatRow(1, '=Ada', { synthetic: true }), seatRow(2, 'Bob')]
	};
	expect(answerTable(named).split('\r\n')).toEqual([
		'person,number,synthetic,one predicted,one confidence,one why,one measured,one low,one high,one challenge',
		"'=Ada,1,yes,2,sure,,6,6,6,unchecked",
		'Bob,2,,3,,,6,6,6,',
		''
	]);
});

test('the export marks what programs of a rehearsal did, and has reasons and questions', () => {
	const seats = [seatRow(1, 'Ada', { synthetic: true }), seatRow(2, 'Bob')];
	const lines = csvOf(exportOf({ ...room, seats, runs: [] })).split('\r\n');
	const [headings = '', ...rows] = lines;
	const cell = (row: string, name: string) => row.split(',')[headings.split(',').indexOf(name)];
	const cells = rows
		.filter((row) => row !== '')
		.map((row) => ['kind', 'person', 'synthetic', 'why', 'text'].map((name) => cell(row, name)));
	expect(cells).toEqual([
		['vote', 'Ada', 'yes', '', ''],
		['vote', 'Bob', '', '', ''],
		['vote', 'Ada', 'yes', 'two <b>ports</b>', ''],
		['question', 'Bob', '', '', 'Why?'],
		['question', 'Ada', 'yes', '', 'No!']
	]);
});
