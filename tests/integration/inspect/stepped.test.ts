/**
 * Programs with instructions that the counting emulator lacks, and programs that choose by what the processor has: counted on the
 * processor, by single steps. VPCLMULQDQ on 256 bits stands for AVX-512 on processors without that: qemu 10 lacks both.
 */
import { expect, test } from 'vitest';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { benchForAll } from '../hooks.ts';
import { jobFor } from '../job/job-bench.ts';

const bench = benchForAll();

const has = (extension: string) => bench.host.extensions?.includes(extension) === true;

async function ran(source: string): Promise<VariantReport> {
	const { report } = await bench.run(jobFor(source));
	const [variant] = report.variants;
	if (!variant) throw new Error('no variant');
	return variant;
}

/** A point, or the reason why a busy machine has none. */
const outcome = ({ points: [point] }: VariantReport) =>
	point?.measured ? 'measured' : point?.failure?.kind;

/** On a busy machine a whole call takes too long to observe, so a part of it is compared. */
const agrees = /^Checked (in part )?against a run that is timed: 4\.00 instructions/;

const wide = `
#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++)
		__asm__ volatile("vpclmulqdq $0, %%ymm0, %%ymm1, %%ymm1\\n\\tvpaddd %%ymm0, %%ymm1, %%ymm1" : : : "xmm0", "xmm1");
	return iterations;
}`;

/** As libraries do: the processor is asked once, and both ways return the same. Bit 10 of leaf 7's ecx is VPCLMULQDQ. */
const chooses = (more = '') => `
#include "cyclelab.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int isWide;
void setup(uint64_t seed) {
	uint32_t a = 7, b, c = 0, d;
	__asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
	isWide = c >> 10 & 1;
	${more}
}
__attribute__((noinline)) static uint64_t wide(uint64_t n) {
	uint64_t x = n;
	for (uint64_t i = 0; i < n; i++)
		__asm__ volatile("vpclmulqdq $0, %%ymm0, %%ymm1, %%ymm1\\n\\tadd $3, %0" : "+r"(x) : : "xmm0", "xmm1");
	return x;
}
__attribute__((noinline)) static uint64_t narrow(uint64_t n) {
	uint64_t x = n, y = n;
	for (uint64_t i = 0; i < n; i++)
		__asm__ volatile("imul $3, %1, %1\\n\\timul $5, %1, %1\\n\\tadd $3, %0" : "+r"(x), "+r"(y));
	return x;
}
uint64_t kernel(uint64_t iterations) { return isWide ? wide(iterations) : narrow(iterations); }`;

test('a loop that the emulator cannot execute is counted on the processor, predicted, measured and observed', async () => {
	if (!has('vpclmulqdq')) return;
	const variant = await ran(wide);
	expect(variant.failure).toBeUndefined();
	const { stepped, hotLoop, instructionsPerIteration, predictions, audit } = variant;
	const [first] = hotLoop?.instructions ?? [];
	// Each pass of each call is in the count of the loop's first instruction.
	expect(stepped?.passes).toBe(
		((stepped?.iterations ?? 0) * 2.5) / (hotLoop?.sourceIterations ?? NaN)
	);
	expect(hotLoop?.pathCoverage).toBe(1);
	expect(first?.count).toBe((stepped?.iterations ?? 0) / (hotLoop?.sourceIterations ?? NaN));
	expect((instructionsPerIteration ?? 0) * (hotLoop?.sourceIterations ?? NaN)).toBeCloseTo(
		hotLoop?.instructions.length ?? NaN,
		1
	);
	expect(predictions.length).toBeGreaterThan(0);
	expect(['measured', 'too-noisy']).toContain(outcome(variant));
	if (outcome(variant) === 'measured') expect(audit).toMatch(agrees);
}, 120_000);

test('a program that chooses by what the processor has is counted as the processor executes it', async () => {
	if (!has('vpclmulqdq')) return;
	const variant = await ran(chooses());
	expect(variant.failure).toBeUndefined();
	expect(variant.stepped).toBeDefined();
	expect(variant.hotLoop?.instructions.map(({ text }) => text.split(' ')[0])).toContain(
		'vpclmulqdq'
	);
	if (outcome(variant) === 'measured') expect(variant.audit).toMatch(agrees);
}, 120_000);

test('a sum that is rounded otherwise by the code for another processor is no other result', async () => {
	if (!has('vpclmulqdq')) return;
	// Both ways add the same numbers, in another order; the emulator takes the narrow one.
	const variant = await ran(`
#include "cyclelab.h"
static float data[256];
static int isWide;
void setup(uint64_t seed) {
	for (int i = 0; i < 256; i++) data[i] = (float)((seed = seed * 6364136223846793005u + 1442695040888963407u) >> 40);
	uint32_t a = 7, b, c = 0, d;
	__asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
	isWide = c >> 10 & 1;
}
__attribute__((noinline)) static float upwards(void) { float s = 0; for (int i = 0; i < 256; i++) s += data[i]; return s; }
__attribute__((noinline)) static float downwards(void) { float s = 0; for (int i = 256; i--;) s += data[i]; return s; }
uint64_t kernel(uint64_t iterations) {
	double sum = 0;
	for (uint64_t i = 0; i < iterations; i++) sum += (isWide ? downwards() : upwards()) * (1 + i % 3);
	return (uint64_t)sum;
}`);
	expect(variant.failure).toBeUndefined();
	if (outcome(variant) === 'measured')
		expect(variant.results).toMatch(
			/^The first call of timed and counted processes returned the same/
		);
}, 180_000);

test('other code while it is timed is no choice of the processor: it is refused', async () => {
	if (!has('vpclmulqdq')) return;
	// A program that is stepped finds somebody who traces it while it sets up.
	const whenTimed = `
	char text[2048];
	int file = open("/proc/self/status", O_RDONLY);
	ssize_t length = read(file, text, sizeof text - 1);
	text[length > 0 ? length : 0] = 0;
	const char *tracer = strstr(text, "TracerPid:");
	isWide = tracer && atoi(tracer + 10) == 0;`;
	const variant = await ran(chooses(whenTimed));
	expect(variant.stepped).toBeDefined();
	if (variant.failure === undefined) expect(outcome(variant)).toBe('too-noisy');
	// Where no single step fell into that code, the passes of the loop tell.
	else
		expect([variant.failure.kind, variant.failure.title]).toEqual([
			'implausible',
			expect.stringMatching(
				/ in a run that was timed, (it executed 0 passes|\d+ % of its instr)|, it returned \w+ when it was timed/
			)
		]);
}, 180_000);

const avx512 = `
#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++)
		__asm__ volatile("vpxord %%zmm0, %%zmm0, %%zmm0\\n\\tvpaddd %%zmm0, %%zmm1, %%zmm1" : : : "xmm0", "xmm1");
	return iterations;
}`;

test('AVX-512 is counted where the processor has it, and where it has not the sentence names it', async () => {
	const variant = await ran(avx512);
	expect(
		variant.functions.flatMap(({ instructions }) => instructions.map(({ text }) => text))
	).toContain('vpaddd zmm1, zmm1, zmm0');
	if (has('avx512f')) {
		expect(variant.failure).toBeUndefined();
		expect(variant.stepped?.passes).toBeGreaterThan(100);
	} else
		expect(variant.failure?.title).toBe(
			`This runner's processor (${bench.host.processor}) has no AVX-512 (avx512f), and the program executes such instructions.`
		);
}, 120_000);

const narrow = `
#include <immintrin.h>
__attribute__((target("avxvnni"), noinline)) static uint64_t vnni(uint64_t n) {
	__m256i x = _mm256_set1_epi32(n);
	for (uint64_t i = 0; i < n; i++) x = _mm256_dpbusd_avx_epi32(x, x, x);
	return _mm256_extract_epi32(x, 0);
}`;

test('an instruction that the processor lacks is a reason where it is executed alone', async () => {
	if (!has('vpclmulqdq') || has('avx_vnni')) return;
	const [head = '', body = ''] = wide.split('uint64_t kernel');
	const asks = '\tif (__builtin_cpu_supports("avxvnni")) return vnni(iterations);\n\tfor';
	const chosen = await ran(`${head}${narrow}\nuint64_t kernel${body.replace('\tfor', asks)}`);
	expect(chosen.failure).toBeUndefined();
	expect(chosen.stepped?.passes).toBeGreaterThan(100);
	const executed = await ran(
		`${head}${narrow}\nuint64_t kernel(uint64_t iterations) { return vnni(iterations); }`
	);
	expect(executed.failure?.title).toContain('has no avx_vnni, and the program executes');
}, 180_000);

test('a flag for what the processor lacks is refused before anything is built, and native is compiled for it', async () => {
	const source = wide.replace(/__asm__.*;/, 'iterations ^= i;');
	const { report } = await bench.run(
		jobFor(source, { flags: ['-march=native'], stages: ['inspect'] })
	);
	expect(report.toolchain.flags).toContain(`-march=${bench.host.microarchitecture}`);
	// A page finds its report by the flags that were asked for.
	expect(report.variants[0]?.addedFlags).toEqual(['-march=native']);
	expect(report.variants[0]?.failure?.kind).not.toBe('compile-error');
	if (has('avx512f')) return;
	const refused = await bench.run(jobFor(source, { flags: ['-march=x86-64-v4'] }));
	const [variant] = refused.report.variants;
	expect([variant?.functions, variant?.points]).toEqual([[], []]);
	expect(variant?.addedFlags).toEqual(['-march=x86-64-v4']);
	expect(variant?.failure?.title).toBe(
		`This runner's processor (${bench.host.processor}) has no AVX-512 (avx512f), which -march=x86-64-v4 lets the compiler use.`
	);
}, 120_000);
