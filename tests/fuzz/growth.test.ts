/**
 * The work of a parser grows with its text and not with the square of it: eight times the text takes about eight times
 * as long, and would take 64 times. Ratios of processor time of texts that take long enough to be compared, so for `FUZZ_ROUNDS` only.
 */
import { describe, expect, test } from 'vitest';
import { parsers, type Parser } from './parsers.ts';
import { isLong } from './rounds.ts';

/** Between eight times and 64 times the work. */
const mostGrowth = 24;
/** Texts become longer until one takes so long, ms of processor time, or is so long, characters. */
const enoughMs = 100;
const mostCharacters = 256_000;
const rounds = 5;
const patience = { timeout: 120_000 };

/** Processor time of one call, ms; of this thread, whatever else this process and others do. */
function cost({ parse, throws }: Parser, text: string): number {
	const before = process.threadCpuUsage();
	try {
		parse(text);
	} catch (error) {
		if (!(error instanceof Error && throws?.test(error.message))) throw error;
	}
	return process.threadCpuUsage(before).user / 1000;
}

/** How many times as long a text takes as an eighth of it; 1 if even the longest takes no time to speak of. */
function growth(parser: Parser, make: (characters: number) => string): number {
	let characters = 16_000;
	while (cost(parser, make(characters)) < enoughMs) {
		if (characters === mostCharacters) return 1;
		characters *= 4;
	}
	const [whole, eighth] = [make(characters), make(characters / 8)];
	let ratio = Infinity;
	// a disturbed moment passes; a square stays one
	for (let round = 0; round < rounds && ratio >= mostGrowth; round++)
		ratio = Math.min(ratio, cost(parser, whole) / cost(parser, eighth));
	return ratio;
}

const repeated = (unit: string) => (characters: number) =>
	unit.repeat(Math.ceil(characters / Math.max(1, unit.length)));

/** What patterns look for, one after another. */
const floods = [' ', 'a', '1', '(', '"', '<', ':', '\t', 'a:1:', 'a: '];

describe.runIf(isLong).each(parsers)('$name', patience, (parser) => {
	test('what the tool says, again and again', () => {
		for (const seed of parser.seeds.slice(0, 2))
			expect(growth(parser, repeated(seed.endsWith('\n') ? seed : `${seed}\n`))).toBeLessThan(
				mostGrowth
			);
	});

	test('one line that never ends, and many that say nothing', () => {
		for (const unit of floods)
			for (const text of [unit, `${unit}\n`])
				expect([text, growth(parser, repeated(text)) < mostGrowth]).toEqual([text, true]);
	});
});

test.runIf(isLong)('a parser whose work is a square would be seen', patience, () => {
	const square: Parser = {
		name: 'square',
		seeds: [],
		parse: (text) => {
			let found = 0;
			for (let i = 0; i < text.length; i += 8)
				for (let j = 0; j < text.length; j += 64) found += text.charCodeAt(i) ^ text.charCodeAt(j);
			return found;
		}
	};
	expect(growth(square, repeated('a'))).toBeGreaterThanOrEqual(mostGrowth);
});
