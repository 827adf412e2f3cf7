/** The API as its page shows it, made from the OpenAPI document. Pure. */
import { typeText } from './api-types.ts';
import type { ApiDescription } from './openapi.ts';
import { methods } from './operations.ts';

/** A piece of a type's text. `type`: the piece is the name of a type of the API. */
type TypePiece = { text: string; type?: string };

type ApiAnswer = { status: string; description: string; media?: string; body?: TypePiece[] };

type ApiParameter = { name: string; place: string; required: boolean };

type ApiOperation = {
	/** Unique, for links. */
	id: string;
	method: string;
	path: string;
	summary: string;
	parameters: ApiParameter[];
	/** Asked for with a participant's token. */
	seated: boolean;
	body?: TypePiece[];
	/** Of success. */
	answers: ApiAnswer[];
	/** Statuses of errors, which are explained once for all operations. */
	errors: string[];
};

export type ApiReference = {
	version: string;
	groups: { name: string; operations: ApiOperation[] }[];
	errors: { status: string; description: string }[];
	types: { name: string; pieces: TypePiece[] }[];
};

export function apiReference(document: ApiDescription): ApiReference {
	const names = Object.keys(document.components.schemas);
	const pieces = piecesOf(names);
	const errors = new Map<string, string>();
	const groups = new Map<string, ApiOperation[]>();
	for (const [path, item] of Object.entries(document.paths)) {
		for (const method of methods) {
			const operation = item[method];
			if (!operation) continue;
			const responses = Object.entries(operation.responses);
			const failed = responses.filter(([status]) => Number(status) >= 400);
			for (const [status, { description }] of failed) errors.set(status, description);
			const [body] = Object.values(operation.requestBody?.content ?? {});
			const [name = ''] = operation.tags;
			const group = groups.get(name) ?? [];
			groups.set(name, group);
			group.push({
				id: `${method}${path.replaceAll(/\W+/g, '-')}`.replace(/-$/, ''),
				method: method.toUpperCase(),
				path,
				summary: operation.summary,
				parameters:
					operation.parameters?.map(({ name, in: place, required }) => ({
						name,
						place,
						required
					})) ?? [],
				seated: operation.security !== undefined,
				...(body && { body: pieces(typeText(body.schema)) }),
				answers: responses
					.filter((response) => !failed.includes(response))
					.map(([status, { description, content = {} }]) => {
						const [sent] = Object.entries(content);
						if (!sent) return { status, description };
						const [media, { schema }] = sent;
						return { status, description, media, body: pieces(typeText(schema)) };
					}),
				errors: failed.map(([status]) => status)
			});
		}
	}
	return {
		version: document.info.version,
		groups: [...groups].map(([name, operations]) => ({ name, operations })),
		errors: [...errors]
			.map(([status, description]) => ({ status, description }))
			.sort((a, b) => Number(a.status) - Number(b.status)),
		types: Object.entries(document.components.schemas)
			.map(([name, schema]) => ({ name, pieces: pieces(typeText(schema)) }))
			.sort((a, b) => (a.name < b.name ? -1 : 1))
	};
}

/** Cuts a type's text at the names of types. */
function piecesOf(names: readonly string[]): (text: string) => TypePiece[] {
	const isType = new Set(names);
	const cut = new RegExp(`\\b(${names.join('|')})\\b`);
	return (text) =>
		text
			.split(cut)
			.filter((piece) => piece !== '')
			.map((piece) => (isType.has(piece) ? { text: piece, type: piece } : { text: piece }));
}
