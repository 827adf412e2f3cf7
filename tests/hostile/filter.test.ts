/** The filter of compiler options without a site; a switched-off filter must fail the same checks. */
import { parseFlags } from '@cyclelab/contract/flags/flags';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import { expect, test } from 'vitest';
import { textOf } from './case.ts';
import { loadCases } from './load.ts';
import { differences, type HostileOutcome } from './outcome.ts';

type Filter = typeof parseFlags;

const compilers = {
	c: 'gcc-14',
	cpp: 'clang-22',
	rs: 'rust-1.85',
	go: 'go-1.27',
	cs: 'coreclr-8.0',
	cr: 'crystal-1.14'
} as const;

/** Every option that the cases expect to be refused by name, with its compiler. */
const forbidden = loadCases().flatMap(({ tries }) =>
	tries.flatMap(({ send: { language = 'c', request = {} }, each = [], expect: expected }) =>
		JSON.stringify(request['flags'])?.includes('$each') &&
		'refused' in expected &&
		expected.refused.message.startsWith('The flag $each')
			? each.map((one) => ({ flag: textOf(one), compiler: compilers[language], expected }))
			: []
	)
);

/** The options that a filter accepts, or refuses with another message. */
function passing(filter: Filter) {
	return forbidden.filter(({ flag, compiler, expected }) => {
		const parsed = filter([flag], compiler, 'x86-64');
		const outcome: HostileOutcome =
			'error' in parsed
				? { refused: { status: 400, messages: [parsed.error] } }
				: { succeeded: { measured: false } };
		return differences(expected, outcome, JSON.stringify(flag)).length > 0;
	});
}

test('the filter refuses and names every forbidden option of every compiler', () => {
	expect(new Set(forbidden.map(({ compiler }) => compiler))).toEqual(
		new Set(Object.values(compilers))
	);
	expect(passing(parseFlags)).toEqual([]);
});

test('these checks find every forbidden option if the filter accepts all', () => {
	expect(passing((flags) => ({ flags: [...flags] }))).toEqual(forbidden);
	// A refusal must also name the option.
	expect(passing(() => ({ error: 'No.' }))).toEqual(forbidden);
});

test('the filter throws for an unknown compiler', () => {
	expect(() => parseFlags(['-O2'], 'unknown' as Compiler, 'x86-64')).toThrow();
});
