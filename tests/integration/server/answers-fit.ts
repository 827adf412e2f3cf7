/**
 * Shell: a set-up file of the server's tests. Every JSON answer that a test gets from a site's API must have a status, a
 * content type and a body that the site's OpenAPI document declares; otherwise the request of the test rejects.
 */
import { openApi } from '@cyclelab/site/server/http/openapi.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Declared = { content?: Record<string, { schema: object }> };
type Operations = Record<string, { responses?: Record<string, Declared> } | undefined>;

/** A function that says in a sentence what of an answer the document does not declare; undefined if it declares all. */
function comparer() {
	const document = openApi('0.0.0');
	const ajv = new Ajv2020({ strict: false, validateFormats: false });
	ajv.addSchema(document, 'api');
	const paths = Object.entries(document.paths as Record<string, Operations>).map(
		([path, operations]) => ({
			path,
			pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
			operations
		})
	);
	/** By the place of the schema: compiling one takes up to 0.3 s. */
	const validators = new Map<string, ValidateFunction>();
	const validatorAt = (place: string): ValidateFunction => {
		const fits = validators.get(place) ?? ajv.compile({ $ref: place });
		validators.set(place, fits);
		return fits;
	};
	return (method: string, path: string, status: number, body: string): string | undefined => {
		const found = paths.find(({ pattern }) => pattern.test(path));
		// The document lacks this path or method, so the answer is an error, which has a test of its own.
		const responses = found?.operations[method.toLowerCase()]?.responses;
		if (!found || !responses) return undefined;
		if (!responses[status]?.content?.['application/json'])
			return `${status} with JSON is not declared`;
		const where = `api#/paths/${pointer(found.path)}/${method.toLowerCase()}/responses/${status}`;
		const fits = validatorAt(`${where}/content/application~1json/schema`);
		return fits(JSON.parse(body)) ? undefined : ajv.errorsText(fits.errors);
	};
}

/** One member's name in the fragment of a URL: RFC 6901, section 6. */
const pointer = (name: string) =>
	encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

// Vitest runs this file before every file of tests, in a worker that stays.
const isInstalled = Symbol.for('cyclelab answers fit');
const place = globalThis as { [isInstalled]?: true };
if (!place[isInstalled]) {
	place[isInstalled] = true;
	const plain = globalThis.fetch;
	const undeclared = comparer();
	globalThis.fetch = async (input, init) => {
		const answer = await plain(input, init);
		if (!(answer.headers.get('content-type') ?? '').startsWith('application/json')) return answer;
		const method = init?.method ?? 'GET';
		const { pathname } = new URL(answer.url);
		const body = await answer.clone().text();
		const difference = undeclared(method, pathname, answer.status, body);
		if (difference === undefined) return answer;
		throw new Error(
			`${method} ${pathname} answers ${answer.status} otherwise than declared: ${difference}. It is ${body.slice(0, 300)}`
		);
	};
}
