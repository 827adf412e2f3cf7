/** The filter of compiler options, alone: what proves that it refuses would notice if it did not. */
import { parseFlags } from '@cyclelab/runner/flags';
import type { Compiler } from '@cyclelab/runner/schema/compiler';
import { expect, test } from 'vitest';
import { textOf } from './case.ts';
import { loadCases } from './load.ts';
import { differences, type Outcome } from './outcome.ts';

type Filter = typeof parseFlags;

const compilers = {
	c: 'gcc-14',
	cpp: 'clang-19',
	go: 'go-1.24',
	cs: 'coreclr-3.1',
	cr: 'crystal-1.14'
} as const;

/** Every option the cases expect to be refused by its name, with its compiler. */
const forbidden = loadCases().flatMap(({ tries }) =>
	tries.flatMap(({ ask: { language = 'c', request = {} }, each = [], expect: expected }) =>
		JSON.stringify(request['flags'])?.includes('$each') &&
		'refused' in expected &&
		expected.refused.message.startsWith('The flag $each')
			? each.map((one) => ({ flag: textOf(one), compiler: compilers[language], expected }))
			: []
	)
);

/** What a filter lets through, or refuses in other words. */
function passing(filter: Filter) {
	return forbidden.filter(({ flag, compiler, expected }) => {
		const parsed = filter([flag], compiler, 'x86-64');
		const outcome: Outcome =
			'error' in parsed
				? { refused: { status: 400, messages: [parsed.error] } }
				: { succeeded: { measured: false } };
		return differences(expected, outcome, JSON.stringify(flag)).length > 0;
	});
}

test('every forbidden option is refused and named, for every compiler', () => {
	expect(new Set(forbidden.map(({ compiler }) => compiler))).toEqual(
		new Set(Object.values(compilers))
	);
	expect(passing(parseFlags)).toEqual([]);
});

test('if the filter were switched off, every one of them would be noticed', () => {
	expect(passing((flags) => ({ flags: [...flags] }))).toEqual(forbidden);
	// Refused without a name is not enough either.
	expect(passing(() => ({ error: 'No.' }))).toEqual(forbidden);
});

test('a filter that does not know the compiler lets nothing through', () => {
	expect(() => parseFlags(['-O2'], 'unknown' as Compiler, 'x86-64')).toThrow();
});
