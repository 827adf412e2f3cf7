/** Code for arm64 on any host: compiled, disassembled, counted under emulation and predicted; never timed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { arm64ForAll } from './arm64-bench.ts';
import { assemblyKernels, sourceOf } from './arm64-kernels.ts';

const kernelFile = (name: string) =>
	readFileSync(join(import.meta.dirname, '../../../runner/fixtures/kernels', name), 'utf8');

const inspected = arm64ForAll(['cc']);

test.each(assemblyKernels)(
	'$name: every count equals the count computed by hand',
	async (kernel) => {
		const { failure, functions, hotLoop, predictions, refusals } = await inspected(
			sourceOf(kernel)
		);
		expect(failure).toBeUndefined();
		const counts = functions.flatMap(({ instructions }) => instructions.map(({ count }) => count));
		expect(counts).toEqual(kernel.lines.flatMap(({ count }) => count ?? []));
		expect({
			sourceIterations: hotLoop?.sourceIterations,
			pass: hotLoop?.instructions.length,
			badges: hotLoop?.badges.map(({ id }) => id)
		}).toEqual({
			sourceIterations: kernel.sourceIterations,
			pass: kernel.pass,
			badges: kernel.badges
		});
		if (kernel.refused === undefined) {
			expect(refusals).toEqual([]);
			expect(predictions.length).toBeGreaterThan(0);
		} else {
			expect(predictions).toEqual([]);
			for (const { reason } of refusals) expect(reason).toContain(kernel.refused);
			expect(refusals.length).toBeGreaterThan(0);
		}
	}
);

describe.each(['clang-22', 'gcc-14'] as const)('%s', (compiler) => {
	test('programs with the C and the C++ library are linked and run under the emulator', async () => {
		const source = `#include "cyclelab.h"
#include <map>
#include <string>
static std::map<std::string, uint64_t> words;
uint64_t kernel(uint64_t n) {
	for (uint64_t i = 0; i < n; i++) words[std::to_string(i % 64)] += i;
	return words["7"];
}
`;
		const arm = await inspected(source, { compiler, language: 'cpp' });
		const x86 = await inspected(source, { compiler, language: 'cpp', target: 'x86-64' });
		expect(arm.failure).toBeUndefined();
		expect(arm.checksum).toBe(x86.checksum);
	});

	test.each(['arm64', 'x86-64'] as const)(
		'a loop with two entries and a loop with a library call are refused with a sentence (%s)',
		async (target) => {
			const entries = await inspected(kernelFile('entries.c'), { compiler, target });
			expect(entries.failure).toBeUndefined();
			expect(entries.hotLoop).toBeUndefined();
			expect(entries.refusals.map(({ reason }) => reason)).toEqual([
				'The kernel repeats by a loop that is entered at several places, and only loops with one entry are analysed; try a plain loop that counts.'
			]);
			const source = `#include "cyclelab.h"
#include <string.h>
static char text[512];
uint64_t kernel(uint64_t n) {
	uint64_t sum = 0, length = 512;
	for (uint64_t i = 0; i < n; i++) {
		__asm__ volatile("" : "+r"(length));
		memset(text, (int)i, length);
		sum += (unsigned char)text[i & 511];
	}
	return sum;
}
`;
			const library = await inspected(source, { compiler, target });
			expect(library.hotLoop?.badges.map(({ id }) => id)).toEqual(
				expect.arrayContaining(['call', 'part-of-the-kernel'])
			);
			expect(library.hotLoop?.share).toBeLessThan(0.6);
			for (const { reason } of library.refusals) expect(reason).toContain('calls memset,');
			expect(library.predictions).toEqual([]);
		}
	);
});
