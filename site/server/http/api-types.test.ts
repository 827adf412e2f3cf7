import { expect, test } from 'vitest';
import { z } from 'zod';
import { typesOf } from './api-types.ts';

test.each([
	[
		z.strictObject({ a: z.string(), 'b-c': z.int().optional() }),
		'{\n\ta: string;\n\t"b-c"?: number;\n}'
	],
	[z.object({ a: z.object({ b: z.null() }) }), '{\n\ta: {\n\t\tb: null;\n\t};\n}'],
	[z.enum(['x', 'y']), '"x" | "y"'],
	[z.array(z.union([z.string(), z.number()])), '(string | number)[]'],
	[z.tuple([z.number(), z.boolean()]), '[number, boolean]'],
	[z.record(z.string(), z.literal(1)), 'Record<string, 1>'],
	[z.partialRecord(z.enum(['x', 'y']), z.number()), 'Partial<Record<"x" | "y", number>>'],
	[z.string().regex(/a/).regex(/b/), 'string'],
	[z.unknown(), 'unknown']
])('a schema as a type: %#', (schema, text) => {
	expect(typesOf({ Type: z.toJSONSchema(schema) })).toBe(`export type Type = ${text};\n`);
});

test('a reference is the name of its schema', () => {
	const b = { $ref: '#/components/schemas/B' };
	const schemas: Parameters<typeof typesOf>[0] = {
		A: { type: 'array', items: b },
		C: { allOf: [b, { type: 'object' }] }
	};
	expect(typesOf(schemas)).toBe(
		'export type A = B[];\n\nexport type C = B & Record<string, unknown>;\n'
	);
});
