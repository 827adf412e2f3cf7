/**
 * A parser's time grows linearly with its text, not quadratically: eight times the text takes about eight times as long,
 * not 64 times. Compares processor times of long texts, so with `FUZZ_ROUNDS` only.
 */
import { describe, expect, test } from 'vitest';
import { parsers, type Parser } from './parsers.ts';
import { isLong } from './rounds.ts';

/** Between eight times and 64 times the work. */
const mostGrowth = 24;
/** Texts are lengthened up to this processor time, ms, or this length, characters. */
const enoughMs = 100;
const mostCharacters = 256_000;
const rounds = 5;
const patience = { timeout: 120_000 };

/** Processor time of one call, ms, in this thread alone. */
function cost({ parse, throws }: Parser, text: string): number {
	const before = process.threadCpuUsage();
	try {
		parse(text);
	} catch (error) {
		if (!(error instanceof Error && throws?.test(error.message))) throw error;
	}
	return process.threadCpuUsage(before).user / 1000;
}

/** The time of a text over the time of an eighth of it; 1 if even the longest takes too little time to compare. */
function growth(parser: Parser, make: (characters: number) => string): number {
	let characters = 16_000;
	while (cost(parser, make(characters)) < enoughMs) {
		if (characters === mostCharacters) return 1;
		characters *= 4;
	}
	const [whole, eighth] = [make(characters), make(characters / 8)];
	let ratio = Infinity;
	// the smallest of several ratios: a disturbance passes, but quadratic growth stays
	for (let round = 0; round < rounds && ratio >= mostGrowth; round++)
		ratio = Math.min(ratio, cost(parser, whole) / cost(parser, eighth));
	return ratio;
}

const repeated = (unit: string) => (characters: number) =>
	unit.repeat(Math.ceil(characters / Math.max(1, unit.length)));

/** Characters that the parsers' patterns match, one after another. */
const floods = [' ', 'a', '1', '(', '"', '<', ':', '\t', 'a:1:', 'a: '];

describe.runIf(isLong).each(parsers)('$name', patience, (parser) => {
	test('takes linear time for repeated output of its tool', () => {
		for (const seed of parser.seeds.slice(0, 2))
			expect(growth(parser, repeated(seed.endsWith('\n') ? seed : `${seed}\n`))).toBeLessThan(
				mostGrowth
			);
	});

	test('takes linear time for one very long line and for many empty lines', () => {
		for (const unit of floods)
			for (const text of [unit, `${unit}\n`])
				expect([text, growth(parser, repeated(text)) < mostGrowth]).toEqual([text, true]);
	});
});

test.runIf(isLong)('a parser with quadratic time is detected', patience, () => {
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
