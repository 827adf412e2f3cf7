/** Parts of the OpenAPI document: schemas by name, and the responses of errors. Pure. */
import * as code from '@cyclelab/contract/schema/code';
import * as events from '@cyclelab/contract/schema/events';
import * as failure from '@cyclelab/contract/schema/failure';
import * as measurement from '@cyclelab/contract/schema/measurement';
import * as prediction from '@cyclelab/contract/schema/prediction';
import * as reports from '@cyclelab/contract/schema/report';
import * as verdicts from '@cyclelab/contract/schema/verdicts';
import * as why from '@cyclelab/contract/schema/why';
import { z } from 'zod';
import * as models from '../../shared/models-schema.ts';
import * as api from '../../shared/schema.ts';
import * as host from '../../shared/workshop-host.ts';
import * as participant from '../../shared/workshop-participant.ts';
import * as people from '../../shared/workshop-people.ts';
import { Versions } from '../../shared/versions.ts';
import { WorkshopView } from '../../shared/workshop-results.ts';
import { WorkshopOpened, WorkshopRequest } from '../../shared/workshop-schema.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

const named = {
	RunRequest: api.RunRequest,
	SnapshotRequest: api.SnapshotRequest,
	InspectionRequest: api.InspectionRequest,
	RunAccepted: api.RunAccepted,
	RunView: api.RunView,
	Versions,
	RunEvent: api.RunEvent,
	ExerciseSummary: api.ExerciseSummary,
	Exercise: api.Exercise,
	Track: api.Track,
	RunnerSummary: api.RunnerSummary,
	Calibration: api.Calibration,
	ModelsView: models.ModelsView,
	ModelErrors: models.ModelErrors,
	MeasuredBlock: models.BlockView,
	SnapshotCreated: api.SnapshotCreated,
	Snapshot: api.Snapshot,
	WorkshopRequest,
	WorkshopOpened,
	WorkshopView,
	SeatRequest: participant.SeatRequest,
	SeatTaken: participant.SeatTaken,
	SeatChangeRequest: participant.SeatChange,
	VoteRequest: participant.VoteRequest,
	FloorRequest: people.FloorRequest,
	FloorVoteRequest: people.FloorVote,
	ShownCodeRequest: people.ShownCode,
	PersonSource: host.PersonSource,
	SeatView: participant.SeatView,
	HostActRequest: host.HostAct,
	HostView: host.HostView,
	RoomSource: host.RoomSource,
	Health: api.Health,
	ErrorAnswer: api.ErrorAnswer,
	IssuesAnswer: api.IssuesAnswer
};
/** A schema of the API by its name in the document. */
export type Name = keyof typeof named;

/** Parts of a report, by the names that the contract gives them. */
const parts = Object.entries<unknown>({
	...code,
	...events,
	...failure,
	...measurement,
	...prediction,
	...reports,
	...verdicts,
	...why
}).filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType);

const isRequest = (name: string) => name.endsWith('Request');
/** Sent as an earlier version of the site may have stored them: a member with a default may be missing. */
const stored = new Set(['RunView', 'RunEvent', 'Snapshot', ...parts.map(([name]) => name)]);

/** All of them as JSON Schema; a schema within another schema is a reference if it has a name. */
export function schemas(): Record<string, JsonSchema> {
	const registry = z.registry<{ id: string }>();
	for (const [id, schema] of [...parts, ...Object.entries(named)]) registry.add(schema, { id });
	const uri = (id: string) => `#/components/schemas/${id}`;
	const [input, output] = (['input', 'output'] as const).map(
		(io) => z.toJSONSchema(registry, { io, uri, target: 'draft-2020-12' }).schemas
	);
	return Object.fromEntries(
		Object.keys(output ?? {}).map((name) => {
			const json = { ...(isRequest(name) || stored.has(name) ? input : output)?.[name] };
			// The document has the dialect of all schemas once, and their names are their places in it.
			delete json.$schema;
			delete json.$id;
			return [name, json];
		})
	);
}

/** A reference to a schema of the document. */
export const ref = (name: Name): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
/** A body of JSON. */
export const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });
export const list = (name: Name): JsonSchema => ({ type: 'array', items: ref(name) });

const error = (description: string, schema = ref('ErrorAnswer')) => ({
	description,
	...json(schema)
});

/** The error of each status. */
export const errors = {
	400: error(
		'What is wrong with the request: place by place, or as a whole if it could not be read',
		{ oneOf: [ref('IssuesAnswer'), ref('ErrorAnswer')] }
	),
	401: error('The token is no place in a workshop'),
	403: error('The request came from another site, or the run is not yours'),
	404: error('There is no such thing'),
	409: error('It is too early or too late for this, or it is taken'),
	410: error('The operator deleted it'),
	413: error('The request, or the report that it is about, is too large'),
	415: error('The request is not JSON'),
	429: error('Too many; see Retry-After'),
	503: error('The site cannot reach its database or its object storage')
};
export type Status = keyof typeof errors;
