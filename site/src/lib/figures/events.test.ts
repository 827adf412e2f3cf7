import { expect, test } from 'vitest';
import { lessonParts } from '@cyclelab/exercises/lesson-parts';
import { loadExercises } from '@cyclelab/exercises/load';
import { pointOf, predictedFor, reportOf, variantReport } from '../../../fixtures/examples.ts';
import { eventColumns, eventRows } from './events.ts';

const at = [
	{ variant: 'bytes', parameters: {} },
	{ variant: 'word', parameters: {} }
];
const facts = { variants: [{ id: 'bytes', label: 'Four bytes', claim: 'Slow.' }] };

test('a loop has its events and three numbers of cycles, and one without a prediction has the reason', () => {
	const report = reportOf([
		variantReport('bytes', {
			predictions: [{ ...predictedFor(5), host: true }],
			points: [pointOf(16)],
			events: [
				{
					parameters: {},
					all: { blocked: 1 },
					prediction: {
						model: 'M',
						cyclesPerIteration: 15,
						parts: { core: 5, stores: 10 },
						latencies: []
					}
				}
			]
		}),
		variantReport('word', {
			points: [pointOf(3)],
			events: [{ parameters: {}, all: {}, prediction: { refusal: 'No model.' } }]
		})
	]);
	expect(eventRows(report, at, facts)).toEqual([
		{
			name: 'Four bytes',
			rates: { blocked: 1 },
			predicted: 5,
			withEvents: 15,
			measured: 16,
			refusal: undefined
		},
		{
			name: 'word',
			rates: {},
			predicted: undefined,
			withEvents: undefined,
			measured: 3,
			refusal: 'No model.'
		}
	]);
	expect(eventRows(undefined, at, facts)).toEqual([]);
});

test('the columns are events by their names in the tables; a place of a sweep says its value', () => {
	expect(eventColumns(['blocked', 'nothing'])).toEqual([
		{ name: 'blocked', label: 'failed forwards' }
	]);
	const parameters = { side: 512 };
	const report = reportOf([variantReport('column', { events: [{ parameters, all: {} }] })]);
	const sweep = {
		name: 'side',
		label: 'Numbers in a row',
		unit: 'count',
		scale: 'log',
		values: []
	};
	const rows = eventRows(report, [{ variant: 'column', parameters }], {
		variants: [],
		sweep: sweep as never
	});
	expect(rows.map(({ name }) => name)).toEqual(['column (Numbers in a row 512)']);
});

test('each event that a lesson names exists', async () => {
	const { exercises } = await loadExercises();
	const figures = exercises.flatMap(({ slug, explain }) =>
		lessonParts(explain).flatMap((part) =>
			'figure' in part && part.figure.name === 'events' ? [{ slug, ...part.figure }] : []
		)
	);
	expect(figures.length).toBeGreaterThan(5);
	for (const { slug, events } of figures)
		expect([slug, eventColumns(events).map(({ name }) => name)]).toEqual([slug, events]);
});
