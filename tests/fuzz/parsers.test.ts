/** Whatever text a parser is given, it ends, and throws nothing but what it says it throws. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { damaged } from './mutate.ts';
import { parsers, type Parser } from './parsers.ts';
import { patience, search } from './rounds.ts';
import { finds } from './seeds.ts';

/** Its result; an error that it may throw is one. */
function parsed({ parse, throws }: Parser, text: string): unknown {
	try {
		return parse(text);
	} catch (error) {
		if (error instanceof Error && throws?.test(error.message)) return error.message;
		throw error;
	}
}

describe.each(parsers)('$name', patience, (parser) => {
	const seeds = [...parser.seeds, ...finds(parser.name)];

	test('what was found before is read, and reads as it did a moment ago', () => {
		for (const seed of seeds) expect(parsed(parser, seed)).toEqual(parsed(parser, seed));
	});

	test('damaged text', () => {
		fc.assert(
			fc.property(damaged(seeds), (text) => {
				parsed(parser, text);
			}),
			{ ...search, examples: [[''], ['\n'], ['\0'], ...seeds.map((one): [string] => [one])] }
		);
		expect({}).not.toHaveProperty('x');
	});
});
