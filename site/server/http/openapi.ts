/** The OpenAPI document, made from the operations and from the schemas that validate requests. Pure. */
import { errors, json, ref, schemas, type Status } from './openapi-parts.ts';
import { operations, type Answer, type ApiOperation } from './operations.ts';

export type ApiDescription = ReturnType<typeof openApi>;

export function openApi(version: string) {
	const paths: Record<string, Record<string, object>> = {};
	for (const [name, operation] of Object.entries(operations)) {
		const [method = '', path = ''] = name.split(' ');
		const parts = inPath(path);
		const shared: Record<string, object> = parts.length > 0 ? { parameters: parts } : {};
		(paths[path] ??= shared)[method] = described(method, path, operation);
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

const done: Answer = { status: 204, description: 'Done' };

function described(method: string, path: string, operation: ApiOperation) {
	const { summary, takes, gives = done, seated, query = [], headers = [] } = operation;
	const tag = tags[/^\/(?:api\/)?(\w+)/.exec(path)?.[1] ?? ''];
	const parameters = [
		...query.map(parameterIn('query', true)),
		...headers.map(parameterIn('header', false))
	];
	const answers = [gives].flat().map(({ status = 200, description, media, schema }) => {
		return [
			status,
			{ description, ...(schema ? { content: { [media ?? 'application/json']: { schema } } } : {}) }
		];
	});
	return {
		summary,
		...(tag && { tags: [tag] }),
		...(parameters.length > 0 && { parameters }),
		...(seated && { security: [{ seat: [] }] }),
		...(takes && { requestBody: { required: true, ...json(ref(takes)) } }),
		responses: {
			...Object.fromEntries(answers),
			...Object.fromEntries(errorsOf(method, path, operation).map((code) => [code, errors[code]]))
		}
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
