/** The OpenAPI document, made from the schemas that validate requests. Pure. */
import {
	errors,
	inPath,
	list,
	operation,
	ref,
	schemas,
	withCommonErrors,
	writing
} from './openapi-parts.ts';
import { workshopPaths } from './workshop-openapi.ts';

export type ApiDescription = ReturnType<typeof openApi>;

export function openApi(version: string) {
	return {
		openapi: '3.1.0',
		jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
		info: { title: 'Cyclelab', version, license: { name: 'MIT', identifier: 'MIT' } },
		paths: withCommonErrors({
			'/livez': {
				get: operation('Does the process answer?', {
					description: 'It does, whatever its store does',
					schema: {
						type: 'object',
						properties: { status: { const: 'ok' } },
						required: ['status'],
						additionalProperties: false
					}
				})
			},
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
				parameters: inPath('slug'),
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
				parameters: inPath('id'),
				get: operation(
					'What a runner found about its own clock, the oldest first',
					{ description: 'Calibrations', schema: list('Calibration') },
					[404, 503]
				)
			},
			'/api/models': {
				get: operation(
					'How far predictors can be trusted, by processor',
					{ description: 'Scores of the predictors on measured blocks', schema: ref('ModelsView') },
					[503]
				)
			},
			'/api/models/errors': {
				get: operation(
					'The range of measured / predicted that holds 9 of 10 blocks of a kind, by processor and predictor',
					{ description: 'Intervals by category', schema: ref('ModelErrors') },
					[503]
				)
			},
			'/api/models/{processor}/blocks': {
				parameters: inPath('processor'),
				get: {
					summary: 'All measured blocks of a processor with every answer',
					responses: {
						200: {
							description: 'The blocks, each as JSON in a line of its own',
							content: { 'application/x-ndjson': { schema: ref('MeasuredBlock') } }
						},
						404: errors[404],
						503: errors[503]
					}
				}
			},
			'/api/models/{processor}/blocks/{digest}': {
				parameters: [...inPath('processor'), ...inPath('digest')],
				get: operation(
					'One measured block with every answer',
					{ description: 'The block', schema: ref('MeasuredBlock') },
					[404, 503]
				)
			},
			'/api/runs': {
				post: operation(
					'Starts a run',
					{ status: 202, description: 'It is in the queue', schema: ref('RunAccepted') },
					[...writing, 409],
					'RunRequest'
				)
			},
			'/api/runs/{id}': {
				parameters: inPath('id'),
				get: operation('A run', { description: 'The run', schema: ref('RunView') }, [404, 503]),
				delete: {
					...operation(
						'Waits for a run no longer; one nobody waits for is cancelled. The address with its key: `cancel` of RunAccepted',
						{ status: 202, description: 'The run as it is now', schema: ref('RunView') },
						[404, 503]
					),
					parameters: [{ name: 'key', in: 'query', required: true, schema: { type: 'string' } }]
				}
			},
			'/api/runs/{id}/versions': {
				parameters: [
					...inPath('id'),
					...['of', 'to'].map((name) => ({
						name,
						in: 'query',
						required: true,
						schema: { type: 'string' }
					}))
				],
				get: operation(
					'Two variants of a finished run as two versions of a kernel',
					{ description: 'Instructions, time and machine code', schema: ref('Versions') },
					[404, 413, 503]
				)
			},
			'/api/runs/{id}/events': {
				parameters: [
					...inPath('id'),
					{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } }
				],
				get: {
					summary: 'Everything that happened in a run, then what happens, as server-sent events',
					responses: {
						200: {
							description: 'One event per RunEvent: its type is the event name, its JSON the data',
							content: { 'text/event-stream': { schema: ref('RunEvent') } }
						},
						204: { description: 'The run is over and nothing came after Last-Event-ID' },
						404: errors[404]
					}
				}
			},
			'/api/snapshots': {
				post: operation(
					'Keeps a finished run permanently',
					{ status: 201, description: 'Kept', schema: ref('SnapshotCreated') },
					[...writing, 404, 409],
					'SnapshotRequest'
				)
			},
			'/api/snapshots/{id}': {
				parameters: inPath('id'),
				get: operation(
					'A kept run',
					{ description: 'The run as it was', schema: ref('Snapshot') },
					[404, 410, 503]
				)
			},
			...workshopPaths
		}),
		components: {
			schemas: schemas(),
			securitySchemes: { seat: { type: 'http', scheme: 'bearer' } }
		}
	};
}
