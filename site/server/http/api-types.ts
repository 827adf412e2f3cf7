/** The schemas of the OpenAPI document as TypeScript, for scripts: `/api/types.d.ts`. Pure. */
import { z } from 'zod';

/** The parts of JSON Schema that zod writes and that a type can say; limits and patterns are in the document alone. */
type Schema = {
	$ref?: string | undefined;
	const?: unknown;
	enum?: unknown[] | undefined;
	anyOf?: Schema[] | undefined;
	oneOf?: Schema[] | undefined;
	allOf?: Schema[] | undefined;
	type?: string | string[] | undefined;
	items?: Schema | boolean | undefined;
	prefixItems?: Schema[] | undefined;
	properties?: Record<string, Schema> | undefined;
	required?: string[] | undefined;
	additionalProperties?: Schema | boolean | undefined;
	propertyNames?: Schema | undefined;
};
const Schema: z.ZodType<Schema> = z.lazy(() =>
	z.object({
		$ref: z.string().optional(),
		const: z.unknown().optional(),
		enum: z.array(z.unknown()).optional(),
		anyOf: z.array(Schema).optional(),
		oneOf: z.array(Schema).optional(),
		allOf: z.array(Schema).optional(),
		type: z.union([z.string(), z.array(z.string())]).optional(),
		items: z.union([z.boolean(), Schema]).optional(),
		prefixItems: z.array(Schema).optional(),
		properties: z.record(z.string(), Schema).optional(),
		required: z.array(z.string()).optional(),
		additionalProperties: z.union([z.boolean(), Schema]).optional(),
		propertyNames: Schema.optional()
	})
);

const isName = /^[A-Za-z_]\w*$/;
const within = (type: string) =>
	/ [|&] /.test(type) && !type.startsWith('{') ? `(${type})` : type;

function typeOf(schema: Schema, indent: string): string {
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
		: `${within(typeOf(typeof items === 'object' ? items : {}, indent))}[]`;

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
export const typeText = (schema: unknown): string => typeOf(Schema.parse(schema), '');

/** Each schema as an exported type of its name. @param schemas `components.schemas` of the document */
export const typesOf = (schemas: Record<string, unknown>): string =>
	Object.entries(schemas)
		.map(([name, schema]) => `export type ${name} = ${typeText(schema)};\n`)
		.join('\n');
