/** The operations of the API, each with its part of the OpenAPI document. Pure. */
import { list, ref, type JsonSchema, type Name, type Status } from './openapi-parts.ts';

export type Answer = { description: string; status?: number; media?: string; schema?: JsonSchema };

export const methods = ['get', 'post', 'delete'] as const;
export type Method = (typeof methods)[number];

export type ApiOperation = {
	summary: string;
	/** Name of the schema of its body. */
	takes?: Name;
	/** Without answers: 204 with nothing. */
	gives?: Answer | readonly Answer[];
	/** Errors beside those that follow from its path, its body and `seated` (`openapi.ts`). */
	errors?: readonly Status[];
	/** It is a participant's, whose token is the bearer. */
	seated?: true;
	/** Required in the query. */
	query?: readonly string[];
	/** Optional headers. */
	headers?: readonly string[];
};

const eventStream = 'text/event-stream';
const csv: Answer = { description: 'RFC 4180', media: 'text/csv', schema: { type: 'string' } };
const runEvents: Answer = {
	description: 'One event per RunEvent: its type is the event name, its JSON the data',
	media: eventStream,
	schema: ref('RunEvent')
};
const views = (schema: Name): Answer => ({
	description:
		'Server-sent events: `view` with `{now, view}` whenever it changed, `gone` when it was deleted',
	media: eventStream,
	schema: ref(schema)
});
const isOk: JsonSchema = {
	type: 'object',
	properties: { status: { const: 'ok' } },
	required: ['status'],
	additionalProperties: false
};

/** By method and path. A participant's token is the bearer also of `POST /api/runs`: such runs count for the participant. */
export const operations: Record<`${Method} /${string}`, ApiOperation> = {
	'get /livez': {
		summary: 'Does the process answer?',
		gives: { description: 'It does, whatever its store does', schema: isOk }
	},
	'get /healthz': {
		summary: 'Is the site up?',
		gives: { description: 'It is', schema: ref('Health') },
		errors: [503]
	},
	'get /api/tracks': {
		summary: 'Tracks, in order',
		gives: { description: 'Tracks', schema: list('Track') }
	},
	'get /api/exercises': {
		summary: 'Exercises, in order',
		gives: { description: 'Exercises', schema: list('ExerciseSummary') }
	},
	'get /api/exercises/{slug}': {
		summary: 'One exercise with its sources',
		gives: { description: 'The exercise', schema: ref('Exercise') }
	},
	'get /api/runners': {
		summary: 'Connected runners',
		gives: { description: 'Runners', schema: list('RunnerSummary') }
	},
	'get /api/runners/{id}/calibrations': {
		summary: 'What a runner found about its own clock, the oldest first',
		gives: { description: 'Calibrations', schema: list('Calibration') },
		errors: [503]
	},
	'get /api/models': {
		summary: 'How far predictors can be trusted, by processor',
		gives: {
			description: 'Scores of the predictors on measured blocks',
			schema: ref('ModelsView')
		},
		errors: [503]
	},
	'get /api/models/errors': {
		summary:
			'The range of measured / predicted that holds 9 of 10 blocks of a kind, by processor and predictor',
		gives: { description: 'Intervals by category', schema: ref('ModelErrors') },
		errors: [503]
	},
	'get /api/models/{processor}/blocks': {
		summary: 'All measured blocks of a processor with every answer',
		gives: {
			description: 'The blocks, each as JSON in a line of its own',
			media: 'application/x-ndjson',
			schema: ref('MeasuredBlock')
		},
		errors: [503]
	},
	'get /api/models/{processor}/blocks/{digest}': {
		summary: 'One measured block with every answer',
		gives: { description: 'The block', schema: ref('MeasuredBlock') },
		errors: [503]
	},
	'post /api/runs': {
		summary: 'Starts a run',
		takes: 'RunRequest',
		gives: { status: 202, description: 'It is in the queue', schema: ref('RunAccepted') },
		errors: [409]
	},
	'post /api/inspections': {
		summary:
			'Inspects code that is being typed: the events as they come. The run is not stored, has no address, and is cancelled when its last reader leaves',
		takes: 'InspectionRequest',
		gives: runEvents
	},
	'get /api/runs/{id}': {
		summary: 'A run',
		gives: { description: 'The run', schema: ref('RunView') },
		errors: [503]
	},
	'delete /api/runs/{id}': {
		summary:
			'Waits for a run no longer; one nobody waits for is cancelled. The address with its key: `cancel` of RunAccepted',
		query: ['key'],
		gives: { status: 202, description: 'The run as it is now', schema: ref('RunView') },
		errors: [503]
	},
	'get /api/runs/{id}/versions': {
		summary: 'Two variants of a finished run as two versions of a kernel',
		query: ['of', 'to'],
		gives: { description: 'Instructions, time and machine code', schema: ref('Versions') },
		errors: [413, 503]
	},
	'get /api/runs/{id}/events': {
		summary: 'Everything that happened in a run, then what happens, as server-sent events',
		headers: ['Last-Event-ID'],
		gives: [
			runEvents,
			{ status: 204, description: 'The run is over and nothing came after Last-Event-ID' }
		]
	},
	'post /api/snapshots': {
		summary: 'Keeps a finished run permanently',
		takes: 'SnapshotRequest',
		gives: { status: 201, description: 'Kept', schema: ref('SnapshotCreated') },
		errors: [404, 409]
	},
	'get /api/snapshots/{id}': {
		summary: 'A kept run',
		gives: { description: 'The run as it was', schema: ref('Snapshot') },
		errors: [410, 503]
	},
	'post /api/workshops': {
		summary: 'Opens a workshop, or a homework if it has a date',
		takes: 'WorkshopRequest',
		gives: { status: 201, description: 'Opened', schema: ref('WorkshopOpened') }
	},
	'get /api/workshops/{code}': {
		summary: 'A workshop by its code; when it is over, what it came to',
		gives: { description: 'The workshop', schema: ref('WorkshopView') },
		errors: [503]
	},
	'post /api/workshops/{code}/seats': {
		summary: 'Takes part',
		takes: 'SeatRequest',
		gives: { status: 201, description: 'The participant', schema: ref('SeatTaken') },
		errors: [409]
	},
	'get /api/seat': {
		summary: 'The workshop as a participant sees it',
		seated: true,
		gives: { description: 'The view', schema: ref('SeatView') },
		errors: [503]
	},
	'post /api/seat': {
		summary:
			'Sets the exercise a participant looks at, how far they are, and whether they follow the host',
		seated: true,
		takes: 'SeatChangeRequest',
		errors: [409]
	},
	'post /api/seat/votes': {
		summary: 'Votes, or changes a vote',
		seated: true,
		takes: 'VoteRequest',
		errors: [409]
	},
	'post /api/seat/questions': {
		summary: 'Asks a question, which everybody sees until the host hides it',
		seated: true,
		takes: 'FloorRequest',
		errors: [409]
	},
	'post /api/seat/questions/{number}/votes': {
		summary: 'Votes for the question of another participant, or takes the vote back',
		seated: true,
		takes: 'FloorVoteRequest',
		errors: [409]
	},
	'post /api/seat/code': {
		summary: 'Shows code on the host’s screen, after the host has asked for it',
		seated: true,
		takes: 'ShownCodeRequest',
		errors: [409]
	},
	'delete /api/seat/code': {
		summary: 'Takes the code off the host’s screen and deletes it, or declines to show it',
		seated: true
	},
	'get /api/seat/events': {
		summary: 'The workshop as a participant sees it, whenever it changes',
		seated: true,
		gives: views('SeatView')
	},
	'get /api/hosts/{token}': {
		summary: 'The workshop as its host sees it',
		gives: { description: 'The view', schema: ref('HostView') },
		errors: [503]
	},
	'delete /api/hosts/{token}': { summary: 'Deletes a workshop with all votes and names' },
	'post /api/hosts/{token}/acts': {
		summary: 'What the host does',
		takes: 'HostActRequest',
		gives: { description: 'The workshop afterwards', schema: ref('HostView') },
		errors: [409]
	},
	'get /api/hosts/{token}/runs/{run}': {
		summary: 'What somebody in the workshop changed for a run, beside what the exercise gives',
		gives: { description: 'The sources', schema: ref('RoomSource') },
		errors: [503]
	},
	'get /api/hosts/{token}/people/{number}/code': {
		summary: 'The code that a participant shows, beside what the exercise gives',
		gives: { description: 'The sources', schema: ref('PersonSource') },
		errors: [503]
	},
	'get /api/hosts/{token}/events': {
		summary: 'The workshop as its host sees it, whenever it changes',
		gives: views('HostView')
	},
	'get /api/hosts/{token}/export.json': {
		summary: 'Everybody, every vote and every run',
		gives: { description: 'The workshop', schema: { type: 'object' } },
		errors: [503]
	},
	'get /api/hosts/{token}/answers.csv': {
		summary: 'What each person answered, one row each, with columns for each exercise',
		gives: csv,
		errors: [503]
	},
	'get /api/hosts/{token}/export.csv': {
		summary: 'Every vote, question and run, one row each',
		gives: csv,
		errors: [503]
	}
};
