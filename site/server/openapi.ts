/** The API's description, made from the schemas that check it. Pure. */
import { z } from 'zod';
import * as api from './schema.ts';
import * as workshop from './workshop/schema.ts';

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
	WorkshopRequest: workshop.WorkshopRequest,
	WorkshopOpened: workshop.WorkshopOpened,
	WorkshopView: workshop.WorkshopView,
	SeatRequest: workshop.SeatRequest,
	SeatTaken: workshop.SeatTaken,
	SeatChangeRequest: workshop.SeatChange,
	VoteRequest: workshop.VoteRequest,
	SeatView: workshop.SeatView,
	HostActRequest: workshop.HostAct,
	HostView: workshop.HostView,
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
	401: { description: 'The token is no place in a workshop', ...json(ref('ErrorAnswer')) },
	403: { description: 'The request came from another site', ...json(ref('ErrorAnswer')) },
	404: { description: 'There is no such thing', ...json(ref('ErrorAnswer')) },
	409: { description: 'It is too early or too late for this', ...json(ref('ErrorAnswer')) },
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

const tokenParameter = [{ name: 'token', in: 'path', required: true, schema: { type: 'string' } }];
const codeParameter = [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }];
const done = { 204: { description: 'Done' } };
const views = (schema: 'HostView' | 'SeatView') => ({
	200: {
		description:
			'Server-sent events: `view` with `{now, view}` whenever it changed, `gone` when it was deleted',
		content: { 'text/event-stream': { schema: ref(schema) } }
	}
});
const seated = { security: [{ seat: [] }] };
const taking = (name: Name) => ({ requestBody: { required: true, ...json(ref(name)) } });

/** A participant's token is the bearer also of `POST /api/runs`: such runs count for the participant. */
const workshopPaths = {
	'/api/workshops': {
		post: operation(
			'Opens a workshop',
			{ status: 201, description: 'Opened', schema: ref('WorkshopOpened') },
			writing,
			'WorkshopRequest'
		)
	},
	'/api/workshops/{code}': {
		parameters: codeParameter,
		get: operation(
			'A workshop by its code; when it is over, what it came to',
			{ description: 'The workshop', schema: ref('WorkshopView') },
			[404, 429, 503]
		)
	},
	'/api/workshops/{code}/seats': {
		parameters: codeParameter,
		post: operation(
			'Takes part',
			{ status: 201, description: 'The participant', schema: ref('SeatTaken') },
			[...writing, 404, 409],
			'SeatRequest'
		)
	},
	'/api/seat': {
		get: {
			...operation(
				'The workshop as a participant sees it',
				{ description: 'The view', schema: ref('SeatView') },
				[401, 503]
			),
			...seated
		},
		post: {
			summary: 'Says where a participant is, and whether they follow',
			...seated,
			...taking('SeatChangeRequest'),
			responses: { ...done, 401: errors[401], 409: errors[409] }
		}
	},
	'/api/seat/votes': {
		post: {
			summary: 'Votes, or changes a vote',
			...seated,
			...taking('VoteRequest'),
			responses: { ...done, 401: errors[401], 409: errors[409], 429: errors[429] }
		}
	},
	'/api/seat/events': {
		get: {
			summary: 'The workshop as a participant sees it, whenever it changes',
			...seated,
			responses: { ...views('SeatView'), 401: errors[401] }
		}
	},
	'/api/hosts/{token}': {
		parameters: tokenParameter,
		get: operation(
			'The workshop as its host sees it',
			{ description: 'The view', schema: ref('HostView') },
			[404, 503]
		),
		delete: {
			summary: 'Deletes a workshop with all votes and names',
			responses: { ...done, 404: errors[404] }
		}
	},
	'/api/hosts/{token}/acts': {
		parameters: tokenParameter,
		post: operation(
			'What the host does',
			{ description: 'The workshop afterwards', schema: ref('HostView') },
			[...writing, 404, 409],
			'HostActRequest'
		)
	},
	'/api/hosts/{token}/events': {
		parameters: tokenParameter,
		get: {
			summary: 'The workshop as its host sees it, whenever it changes',
			responses: { ...views('HostView'), 404: errors[404] }
		}
	},
	'/api/hosts/{token}/export.json': {
		parameters: tokenParameter,
		get: operation(
			'Everybody, every vote and every run',
			{ description: 'The workshop', schema: { type: 'object' } },
			[404, 503]
		)
	},
	'/api/hosts/{token}/export.csv': {
		parameters: tokenParameter,
		get: {
			summary: 'Every vote and every run, one row each',
			responses: {
				200: { description: 'RFC 4180', content: { 'text/csv': { schema: { type: 'string' } } } },
				404: errors[404]
			}
		}
	}
};

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
					{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } },
					{
						name: 'end',
						in: 'query',
						required: false,
						description:
							'For who folds the events: `ended`, what changed since, in place of `finished`; of a run that is over, `finished` alone',
						schema: { type: 'string', enum: ['changes'] }
					}
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
			},
			...workshopPaths
		},
		components: {
			schemas: schemas(),
			securitySchemes: { seat: { type: 'http', scheme: 'bearer' } }
		}
	};
}
