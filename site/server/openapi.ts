/** The API's description, made from the schemas that check it. Pure. */
import { z } from 'zod';
import * as api from './schema.ts';

const named = {
	RunRequest: api.RunRequest,
	SnapshotRequest: api.SnapshotRequest,
	RunAccepted: api.RunAccepted,
	RunView: api.RunView,
	RunEvent: api.RunEvent,
	ExerciseSummary: api.ExerciseSummary,
	Exercise: api.Exercise,
	Track: api.Track,
	RunnerSummary: api.RunnerSummary,
	Calibration: api.Calibration,
	SnapshotCreated: api.SnapshotCreated,
	Snapshot: api.Snapshot,
	Health: api.Health,
	ErrorAnswer: api.ErrorAnswer,
	IssuesAnswer: api.IssuesAnswer
};
type Name = keyof typeof named;

const isRequest = (name: string) => name.endsWith('Request');

function schemas(): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(named).map(([name, schema]) => {
			const io = isRequest(name) ? 'input' : 'output';
			const json = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
			// the document says once which dialect all of them are
			delete json.$schema;
			return [name, json];
		})
	);
}

const ref = (name: Name) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const list = (name: Name) => ({ type: 'array', items: ref(name) });

const errors = {
	400: {
		description: 'What is wrong with the request, place by place',
		...json(ref('IssuesAnswer'))
	},
	403: { description: 'The request came from another site', ...json(ref('ErrorAnswer')) },
	404: { description: 'There is no such thing', ...json(ref('ErrorAnswer')) },
	409: { description: 'The run has no report', ...json(ref('ErrorAnswer')) },
	413: { description: 'The request is too large', ...json(ref('ErrorAnswer')) },
	415: { description: 'The request is not JSON', ...json(ref('ErrorAnswer')) },
	429: { description: 'Too many; see Retry-After', ...json(ref('ErrorAnswer')) },
	503: { description: 'The site cannot reach its database', ...json(ref('ErrorAnswer')) }
};
type Status = keyof typeof errors;

function operation(
	summary: string,
	answer: { status?: number; description: string; schema: unknown },
	statuses: Status[] = [],
	body?: Name
) {
	const { status = 200, description, schema } = answer;
	return {
		summary,
		...(body ? { requestBody: { required: true, ...json(ref(body)) } } : {}),
		responses: {
			[status]: { description, ...json(schema) },
			...Object.fromEntries(statuses.map((one) => [one, errors[one]]))
		}
	};
}

const idParameter = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const slugParameter = [{ name: 'slug', in: 'path', required: true, schema: { type: 'string' } }];
const writing: Status[] = [400, 403, 413, 415, 429, 503];

export function openApi(version: string) {
	return {
		openapi: '3.1.0',
		jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
		info: { title: 'Cyclelab', version, license: { name: 'MIT', identifier: 'MIT' } },
		paths: {
			'/healthz': {
				get: operation('Is the site up?', { description: 'It is', schema: ref('Health') }, [503])
			},
			'/api/tracks': {
				get: operation('Tracks, in order', { description: 'Tracks', schema: list('Track') })
			},
			'/api/exercises': {
				get: operation('Exercises, in order', {
					description: 'Exercises',
					schema: list('ExerciseSummary')
				})
			},
			'/api/exercises/{slug}': {
				parameters: slugParameter,
				get: operation(
					'One exercise with its sources',
					{ description: 'The exercise', schema: ref('Exercise') },
					[404]
				)
			},
			'/api/runners': {
				get: operation('Connected runners', {
					description: 'Runners',
					schema: list('RunnerSummary')
				})
			},
			'/api/runners/{id}/calibrations': {
				parameters: idParameter,
				get: operation(
					'What a runner found about its own clock, the oldest first',
					{ description: 'Calibrations', schema: list('Calibration') },
					[404, 503]
				)
			},
			'/api/runs': {
				post: operation(
					'Starts a run',
					{ status: 202, description: 'It is in the line', schema: ref('RunAccepted') },
					writing,
					'RunRequest'
				)
			},
			'/api/runs/{id}': {
				parameters: idParameter,
				get: operation('A run', { description: 'The run', schema: ref('RunView') }, [404, 503]),
				delete: operation(
					'Cancels a run',
					{ status: 202, description: 'The run as it is now', schema: ref('RunView') },
					[403, 404, 503]
				)
			},
			'/api/runs/{id}/events': {
				parameters: [
					...idParameter,
					{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'integer' } }
				],
				get: {
					summary: 'Everything that happened in a run, then what happens, as server-sent events',
					responses: {
						200: {
							description: 'One event per RunEvent: its type is the event name, its JSON the data',
							content: { 'text/event-stream': { schema: ref('RunEvent') } }
						},
						204: { description: 'The run is over and nothing came after Last-Event-ID' },
						404: errors[404],
						429: errors[429]
					}
				}
			},
			'/api/snapshots': {
				post: operation(
					'Keeps a finished run for good',
					{ status: 201, description: 'Kept', schema: ref('SnapshotCreated') },
					[...writing, 404, 409],
					'SnapshotRequest'
				)
			},
			'/api/snapshots/{id}': {
				parameters: idParameter,
				get: operation(
					'A kept run',
					{ description: 'The run as it was', schema: ref('Snapshot') },
					[404, 503]
				)
			}
		},
		components: { schemas: schemas() }
	};
}
