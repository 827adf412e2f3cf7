/** The OpenAPI document, made from the operations and from the schemas that validate requests. Pure. */
import { errors, json, ref, schemas, type JsonSchema, type Status } from './openapi-parts.ts';
import { operations, type Answer, type ApiOperation, type Method } from './operations.ts';

export type ApiDescription = ReturnType<typeof openApi>;

/** The operations of a path, in the document's order of methods. */
type PathItem = {
	parameters?: ReturnType<typeof inPath>;
} & { [method in Method]?: ReturnType<typeof described> };

export function openApi(version: string) {
	const paths: Record<string, PathItem> = {};
	for (const [name, operation] of Object.entries(operations)) {
		const [method, path] = name.split(' ') as [Method, string];
		const parameters = inPath(path);
		const item = (paths[path] ??= parameters.length > 0 ? { parameters } : {});
		item[method] = described(method, path, operation);
	}
	return {
		openapi: '3.1.0',
		jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
		info: { title: 'Cyclelab', version, license: { name: 'MIT', identifier: 'MIT' } },
		paths,
		components: {
			schemas: schemas(),
			securitySchemes: { seat: { type: 'http', scheme: 'bearer' } }
		}
	};
}

const parameterIn = (place: 'path' | 'query' | 'header', required: boolean) => (name: string) => ({
	name,
	in: place,
	required,
	schema: { type: 'string' }
});
const inPath = (path: string) =>
	[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameterIn('path', true)(name));

/** The group of operations that a path belongs to, by the path's first part that is not `api`: the document's `tags`. */
const tags: Record<string, string> = {
	livez: 'Site',
	healthz: 'Site',
	tracks: 'Exercises',
	exercises: 'Exercises',
	runs: 'Runs',
	inspections: 'Runs',
	snapshots: 'Shared runs',
	runners: 'Runners and models',
	models: 'Runners and models',
	workshops: 'Workshops',
	seat: 'Workshops',
	hosts: 'Workshops'
};

type ApiResponse = { description: string; content?: Record<string, { schema: JsonSchema }> };

const done: Answer = { status: 204, description: 'Done' };

function described(method: string, path: string, operation: ApiOperation) {
	const { summary, takes, gives = done, seated, query = [], headers = [] } = operation;
	const tag = tags[/^\/(?:api\/)?(\w+)/.exec(path)?.[1] ?? ''] ?? 'Others';
	const parameters = [
		...query.map(parameterIn('query', true)),
		...headers.map(parameterIn('header', false))
	];
	const responses: Record<string, ApiResponse> = {};
	for (const { status = 200, description, media = 'application/json', schema } of [gives].flat())
		responses[status] = { description, ...(schema && { content: { [media]: { schema } } }) };
	for (const status of errorsOf(method, path, operation)) responses[status] = errors[status];
	return {
		summary,
		tags: [tag],
		...(parameters.length > 0 && { parameters }),
		...(seated && { security: [{ seat: [] }] }),
		...(takes && { requestBody: { required: true, ...json(ref(takes)) } }),
		responses
	};
}

/** Each operation can be asked too often; a path can be no UTF-8, or lead to nothing; a change can come from another origin. */
const errorsOf = (method: string, path: string, { takes, seated, errors = [] }: ApiOperation) =>
	[
		...errors,
		...(takes ? ([400, 413, 415, 503] as const) : []),
		...(inPath(path).length > 0 ? ([400, 404] as const) : []),
		...(seated ? ([401] as const) : []),
		...(method === 'get' ? [] : ([403] as const)),
		429 as const
	] satisfies Status[];
