/** The site answers wrong requests with the statuses, content types and errors that its OpenAPI document declares. */
import { ErrorAnswer, IssuesAnswer } from '@cyclelab/site/shared/schema.ts';
import { beforeAll, expect, test } from 'vitest';
import { siteForAll } from './hooks.ts';
import { post, read } from './site.ts';

type Response = { content?: Record<string, { schema: object }> };
type Operation = { responses: Record<string, Response> };
const methods = ['get', 'post', 'delete'] as const;
type Document = { paths: Record<string, Partial<Record<(typeof methods)[number], Operation>>> };

const site = siteForAll();
let document: Document;
/** Values of the parts of paths: of a workshop that exists, and others that nothing has. */
let known: Record<string, string>;
let seat: { authorization: string };

beforeAll(async () => {
	document = (await read(site, '/api/openapi.json')).body;
	const opening = { title: 'A room', exercises: ['two-stores'] };
	const { code, hostPage } = await (await post(site, '/api/workshops', opening)).json();
	const joined = await post(site, `/api/workshops/${code}/seats`, { name: 'Ada' });
	seat = { authorization: `Bearer ${(await joined.json()).token}` };
	known = { slug: 'two-stores', code, token: hostPage.split('/').pop(), number: '1' };
});

const json = { 'content-type': 'application/json' };
/** Bodies that no operation accepts, each with its headers. */
const wrong: [string | undefined, Record<string, string>][] = [
	[undefined, {}],
	['[]', json],
	['"text"', json],
	['{', json],
	['['.repeat(17) + ']'.repeat(17), json],
	[JSON.stringify(Array(1001).fill(0)), json],
	[JSON.stringify({ text: 'x'.repeat(256 * 1024) }), json],
	['{}', { 'content-type': 'text/plain' }],
	['{}', { ...json, origin: 'http://other.example' }]
];
const errors = { ErrorAnswer, IssuesAnswer };

/** What differs from the declaration, in a few words; undefined if nothing does. */
async function differenceOf({ responses }: Operation, answer: globalThis.Response) {
	const declared = responses[answer.status];
	if (!declared) return `${answer.status} is not declared`;
	const [type = ''] = (answer.headers.get('content-type') ?? '').split(';');
	const schema = declared.content?.[type]?.schema;
	if (declared.content && !schema) return `${answer.status} has the type ${type}`;
	if (answer.status < 400) return undefined;
	const body = await answer.json();
	const names = [...JSON.stringify(schema).matchAll(/schemas\/(\w+)/g)].map(([, name]) => name);
	const isOne = Object.entries(errors).some(
		([name, error]) => names.includes(name) && error.safeParse(body).success
	);
	return isOne ? undefined : `${answer.status} has another body: ${JSON.stringify(body)}`;
}

test.each(methods)(
	'wrong requests by %s',
	async (method) => {
		const found: string[] = [];
		let calls = 0;
		for (const [path, operations] of Object.entries(document.paths)) {
			const operation = operations[method];
			if (!operation) continue;
			for (const parts of [known, {} as typeof known])
				for (const token of [seat, {}])
					for (const [body, headers] of method === 'post' ? wrong : wrong.slice(0, 1)) {
						// the workshop of the other calls remains
						if (method === 'delete' && parts === known && path === '/api/hosts/{token}') continue;
						const where = path.replaceAll(/\{(\w+)\}/g, (_, name) => parts[name] ?? '%00');
						const leave = new AbortController();
						const answer = await fetch(site.url + where, {
							method: method.toUpperCase(),
							headers: { ...headers, ...token },
							signal: leave.signal,
							...(body === undefined ? {} : { body })
						});
						calls += 1;
						const difference = await differenceOf(operation, answer);
						if (difference !== undefined)
							found.push(`${path} with ${body?.slice(0, 20)}: ${difference}`);
						leave.abort();
					}
		}
		expect(found).toEqual([]);
		expect(calls).toBeGreaterThan(0);
	},
	60_000
);
