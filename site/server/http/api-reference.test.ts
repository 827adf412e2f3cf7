import { expect, test } from 'vitest';
import { apiReference } from './api-reference.ts';
import { openApi } from './openapi.ts';

const reference = apiReference(openApi('1.2.3'));
const operation = (id: string) =>
	reference.groups.flatMap(({ operations }) => operations).find((found) => found.id === id);

test('every operation of the document is in a group, and has an id of its own', () => {
	const { paths } = openApi('1.2.3');
	const asked = Object.values(paths).flatMap((item) =>
		Object.keys(item).filter((key) => key !== 'parameters')
	);
	const ids = reference.groups.flatMap(({ operations }) => operations.map(({ id }) => id));
	expect([ids.length, new Set(ids).size]).toEqual([asked.length, asked.length]);
	expect(reference.groups.map(({ name }) => name)).toEqual([
		'Site',
		'Exercises',
		'Runners and models',
		'Runs',
		'Shared runs',
		'Workshops'
	]);
});

test('an operation has its parameters, bodies and errors, with links to types', () => {
	expect(operation('get-api-runs-id-events')).toEqual({
		id: 'get-api-runs-id-events',
		method: 'GET',
		path: '/api/runs/{id}/events',
		summary: 'Everything that happened in a run, then what happens, as server-sent events',
		parameters: [{ name: 'Last-Event-ID', place: 'header', required: false }],
		seated: false,
		answers: [
			{
				status: '200',
				description: 'One event per RunEvent: its type is the event name, its JSON the data',
				media: 'text/event-stream',
				body: [{ text: 'RunEvent', type: 'RunEvent' }]
			},
			{ status: '204', description: 'The run is over and nothing came after Last-Event-ID' }
		],
		errors: ['400', '404', '429']
	});
	expect(operation('get-api-tracks')?.answers[0]?.body).toEqual([
		{ text: 'Track', type: 'Track' },
		{ text: '[]' }
	]);
	expect(operation('post-api-runs')?.body).toEqual([{ text: 'RunRequest', type: 'RunRequest' }]);
	expect(operation('get-api-seat')?.seated).toBe(true);
});

test('types stand in the order of their names; names within names are not cut', () => {
	const names = reference.types.map(({ name }) => name);
	expect(names).toEqual(names.toSorted());
	const accepted = reference.types.find(({ name }) => name === 'HotLoop');
	expect(accepted?.pieces.filter(({ type }) => type)).toEqual([
		{ text: 'Instruction', type: 'Instruction' },
		{ text: 'Badge', type: 'Badge' }
	]);
});
