/** The workshops' part of the OpenAPI document. Pure. */
import {
	errors,
	errorsOf,
	inPath,
	json,
	operation,
	ref,
	writing,
	type Name
} from './openapi-parts.ts';

const tokenParameter = inPath('token');
const codeParameter = inPath('code');
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
export const workshopPaths = {
	'/api/workshops': {
		post: operation(
			'Opens a workshop, or a homework if it has a date',
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
			[404, 503]
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
			summary:
				'Sets the exercise a participant looks at, how far they are, and whether they follow the host',
			...seated,
			...taking('SeatChangeRequest'),
			responses: { ...done, ...errorsOf([...writing, 401, 409]) }
		}
	},
	'/api/seat/votes': {
		post: {
			summary: 'Votes, or changes a vote',
			...seated,
			...taking('VoteRequest'),
			responses: { ...done, ...errorsOf([...writing, 401, 409]) }
		}
	},
	'/api/seat/questions': {
		post: {
			summary: 'Asks a question, which everybody sees until the host hides it',
			...seated,
			...taking('FloorRequest'),
			responses: { ...done, ...errorsOf([...writing, 401, 409]) }
		}
	},
	'/api/seat/questions/{number}/votes': {
		parameters: inPath('number'),
		post: {
			summary: 'Votes for the question of another participant, or takes the vote back',
			...seated,
			...taking('FloorVoteRequest'),
			responses: { ...done, ...errorsOf([...writing, 401, 404, 409]) }
		}
	},
	'/api/seat/code': {
		post: {
			summary: 'Shows code on the host’s screen, after the host has asked for it',
			...seated,
			...taking('ShownCodeRequest'),
			responses: { ...done, ...errorsOf([...writing, 401, 409]) }
		},
		delete: {
			summary: 'Takes the code off the host’s screen and deletes it, or declines to show it',
			...seated,
			responses: { ...done, 401: errors[401] }
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
	'/api/hosts/{token}/runs/{run}': {
		parameters: [...tokenParameter, ...inPath('run')],
		get: operation(
			'What somebody in the workshop changed for a run, beside what the exercise gives',
			{ description: 'The sources', schema: ref('RoomSource') },
			[404, 503]
		)
	},
	'/api/hosts/{token}/people/{number}/code': {
		parameters: [...tokenParameter, ...inPath('number')],
		get: operation(
			'The code that a participant shows, beside what the exercise gives',
			{ description: 'The sources', schema: ref('PersonSource') },
			[404, 503]
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
	'/api/hosts/{token}/answers.csv': {
		parameters: tokenParameter,
		get: {
			summary: 'What each person answered, one row each, with columns for each exercise',
			responses: {
				200: { description: 'RFC 4180', content: { 'text/csv': { schema: { type: 'string' } } } },
				404: errors[404]
			}
		}
	},
	'/api/hosts/{token}/export.csv': {
		parameters: tokenParameter,
		get: {
			summary: 'Every vote, question and run, one row each',
			responses: {
				200: { description: 'RFC 4180', content: { 'text/csv': { schema: { type: 'string' } } } },
				404: errors[404]
			}
		}
	}
};
