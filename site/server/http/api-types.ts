/** The schemas of the OpenAPI document as TypeScript, for scripts: `/api/types.d.ts`. Pure. */
import type { z } from 'zod';

type Schema = z.core.JSONSchema.JSONSchema;
type Part = Schema | boolean | undefined;

const isName = /^[A-Za-z_]\w*$/;
const within = (type: string) =>
	/ [|&] /.test(type) && !type.startsWith('{') ? `(${type})` : type;

/** The schema `true` is of anything, as is a schema that is not there. */
function typeOf(schema: Part, indent: string): string {
	if (typeof schema !== 'object') return 'unknown';
	const types = (all: Schema[], between: string) =>
		[...new Set(all.map((option) => typeOf(option, indent)))].join(between);
	if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
	const union = schema.anyOf ?? schema.oneOf;
	if (union) return types(union, ' | ');
	// Beside a type these are further patterns.
	if (schema.allOf && schema.type === undefined)
		return schema.allOf.map((part) => within(typeOf(part, indent))).join(' & ');
	if (Array.isArray(schema.type))
		return types(
			schema.type.map((type) => ({ ...schema, type })),
			' | '
		);
	switch (schema.type) {
		case 'array':
			return arrayOf(schema, indent);
		case 'object':
			return objectOf(schema, indent);
		case 'integer':
			return 'number';
		case 'string':
		case 'number':
		case 'boolean':
		case 'null':
			return schema.type;
		default:
			return 'unknown';
	}
}

const arrayOf = ({ prefixItems, items }: Schema, indent: string) =>
	prefixItems
		? `[${prefixItems.map((item) => typeOf(item, indent)).join(', ')}]`
		: `${within(typeOf(Array.isArray(items) ? undefined : items, indent))}[]`;

function objectOf(schema: Schema, indent: string): string {
	const { properties = {}, required = [], additionalProperties: others } = schema;
	const inner = `${indent}\t`;
	const members = Object.entries(properties).map(
		([name, member]) =>
			`${inner}${isName.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(member, inner)};\n`
	);
	const isMap = typeof others === 'object' && Object.keys(others).length > 0;
	if (members.length > 0) return `{\n${members.join('')}${indent}}`;
	const key = schema.propertyNames ? typeOf(schema.propertyNames, indent) : 'string';
	const value = isMap ? typeOf(others, indent) : 'unknown';
	const map = `Record<${key}, ${value}>`;
	// A record of an enumeration's names that need not be there.
	return key === 'string' || required.length > 0 ? map : `Partial<${map}>`;
}

/** A schema as a type: references are names. */
export const typeText = (schema: Schema): string => typeOf(schema, '');

/** Each schema as an exported type of its name. @param schemas `components.schemas` of the document */
export const typesOf = (schemas: Record<string, Schema>): string =>
	Object.entries(schemas)
		.map(([name, schema]) => `export type ${name} = ${typeText(schema)};\n`)
		.join('\n');
