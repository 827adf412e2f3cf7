/** For any text a parser terminates, and throws only its declared errors. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { damaged } from './mutate.ts';
import { parsers, type Parser } from './parsers.ts';
import { patience, search } from './rounds.ts';
import { finds } from './seeds.ts';

/** The parser's result, or the message of a declared error. */
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

	test('parses the texts of earlier findings, twice with equal results', () => {
		for (const seed of seeds) expect(parsed(parser, seed)).toEqual(parsed(parser, seed));
	});

	test('terminates for damaged text with a result or a declared error', () => {
		fc.assert(
			fc.property(damaged(seeds), (text) => {
				parsed(parser, text);
			}),
			{ ...search, examples: [[''], ['\n'], ['\0'], ...seeds.map((seed): [string] => [seed])] }
		);
		expect({}).not.toHaveProperty('x');
	});
});
