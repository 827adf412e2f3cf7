/** What compilers say of a source: places, notes and changes of a report, and lines that a directive would lead elsewhere. */
import { expect, test } from 'vitest';
import type { Diagnostic } from '@cyclelab/contract/schema/failure';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import { clangs, gccs } from '../../../runner/src/toolchains/cc-compile.ts';
import { withEdits } from '../../../site/src/lib/code/suggested.ts';
import { jobFor } from '../job/job-bench.ts';
import { benchForAll } from '../hooks.ts';

const bench = benchForAll(['cc'], { calibrates: false, shares: true });

async function inspect(source: string, compiler: Compiler, more = {}) {
	const { report } = await bench.run(jobFor(source, { compiler, stages: ['inspect'], ...more }));
	const [variant] = report.variants;
	if (!variant) throw new Error('no variant');
	return variant;
}

const placesOf = (diagnostics: readonly Diagnostic[]) =>
	diagnostics
		.filter(({ severity }) => severity === 'error')
		.map(({ line, column, endColumn }) => ({ line, column, endColumn }));

const header = '#include "cyclelab.h"\n';

test.each([...clangs, ...gccs])(
	'%s: columns after tabs and emoji, and the change it suggests compiles',
	async (compiler) => {
		const source = `${header}uint64_t kernel(uint64_t n) {
	const char *größe = "🦄🦄";	uint64_t count = n
	return count + größe[0];
}
`;
		const { diagnostics, failure } = await inspect(source, compiler);
		expect(failure?.kind).toBe('compile-error');
		const [error] = diagnostics;
		// gcc 12 and 14 name the place of what follows.
		const isClang = compiler.startsWith('clang');
		expect(error).toMatchObject({ line: isClang ? 3 : 4, column: isClang ? 48 : 2 });
		const edits = error?.fixes?.[0]?.edits;
		if (!isClang || !edits) return;
		const changed = withEdits(source, edits) ?? '';
		expect((await inspect(changed, compiler)).failure?.kind).not.toBe('compile-error');
	}
);

test.each([...clangs, ...gccs])('%s: warns of what is probably a mistake', async (compiler) => {
	const source = `${header}uint64_t kernel(uint64_t iterations) {
	int forgotten = 3;
	uint64_t sum = 0;
	for (int i = 0; i < iterations; i++) sum += i;
	return sum;
}
`;
	const warned = async (more: object) =>
		(await inspect(source, compiler, more)).diagnostics.map(({ severity, line }) => ({
			severity,
			line
		}));
	const [first, second] = [3, 5].map((line) => ({ severity: 'warning', line }));
	const all = await warned({});
	expect(all.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))).toEqual([first, second]);
	expect(await warned({ flags: ['-Wno-unused-variable'] })).toEqual([second]);
});

test.each(clangs)('%s: the passes of LLVM, of a function in C++ too', async (compiler) => {
	const source = `#include <vector>
int total(const std::vector<int>& values) {
	int sum = 0;
	for (int value : values) sum += value;
	return sum;
}
`;
	const shown = await inspect(source, compiler, {
		language: 'cpp',
		flags: ['-print-changed', '-emit-llvm']
	});
	const passes = shown.representations?.find(({ id }) => id === 'passes');
	const names = passes?.phases.map(({ name }) => name.replace(/^\d+ /, ''));
	expect(passes?.title).toBe('LLVM passes on total');
	expect(names).toEqual(expect.arrayContaining(['front end', 'SROA', 'LoopVectorize']));
	expect(shown.representations?.map(({ id }) => id)).toEqual(['llvm-ir', 'passes']);
});

test.each([...clangs, ...gccs])('%s: a misspelt name has its range', async (compiler) => {
	const source = `${header}uint64_t kernel(uint64_t n) {
		const char *größe = "🦄🦄"; uint64_t x = missing;
	return x + n + größe[0];
}
`;
	const { diagnostics } = await inspect(source, compiler);
	// clang 19 gives no range here.
	const range = { line: 3, column: 44, endColumn: compiler === 'clang-19' ? undefined : 51 };
	expect(placesOf(diagnostics)).toEqual([range]);
});

test.each(['clang-22', 'gcc-14'] as const)(
	'%s: a line directive leads neither instructions nor errors out of the file or to other lines of it',
	async (compiler) => {
		for (const directive of [
			'#line 500',
			'#line 2',
			'# 2000000000 "elsewhere.c"',
			'#line 7 "mine.c"'
		]) {
			const body = (wrong: string) => `${header}
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
${directive}
	for (uint64_t i = 0; i < iterations; i++)
		x = x * 3 + (x >> 5)${wrong};
	return x;
}
`;
			const { functions, diagnostics, failure } = await inspect(body(''), compiler);
			expect(failure).toBeUndefined();
			const lines = functions.flatMap(({ instructions }) =>
				instructions.flatMap(({ line }) => line ?? [])
			);
			expect(new Set(lines)).toContain(7);
			expect(Math.max(...lines)).toBeLessThanOrEqual(9);
			expect(diagnostics).toEqual([
				{
					variant: 'mine',
					line: 5,
					severity: 'note',
					message: 'This line directive has no effect here: lines are always those of this file.'
				}
			]);
			const wrong = await inspect(body(' + missing'), compiler);
			expect(placesOf(wrong.diagnostics)).toMatchObject([{ line: 7, column: 26 }]);
		}
	}
);

test('a line that inline assembly writes into the line table is none of the file', async () => {
	const source = `${header}uint64_t kernel(uint64_t n) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < n; i++) __asm__ volatile(".loc 1 77777\\n\\timul %0, %0" : "+r"(x));
	return x;
}
`;
	const { functions, failure } = await inspect(source, 'gcc-14');
	expect(failure).toBeUndefined();
	const lines = functions.flatMap(({ instructions }) =>
		instructions.flatMap(({ line }) => line ?? [])
	);
	expect(Math.max(...lines)).toBeLessThanOrEqual(7);
});

test('a warning of gcc has its place, and its text stays as it was printed', async () => {
	const source = `${header}uint64_t kernel(uint64_t n) {
	if (n = 3) return 1;
	return n;
}
`;
	const { diagnostics, compilerText, failure } = await inspect(source, 'gcc-14', {
		flags: ['-Wall']
	});
	expect(failure?.kind).not.toBe('compile-error');
	expect(diagnostics).toMatchObject([{ line: 3, column: 6, severity: 'warning' }]);
	expect(compilerText).toContain('mine.c:3:6: warning: suggest parentheses');
});
