/** Kernels with known results, for tests of images, harness and measurement. Each is about one instruction. */

/**
 * A loop of four instructions over the end of a page. Its second one, of five bytes, has `before` of them before the end: with
 * five it ends there, with fewer the processor reads two pages for it.
 */
export const acrossPages = (before: number): string => `
#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 0;
	__asm__ volatile("jmp 1f; .balign 4096; .skip ${4096 - 4 - before}, 0x90\\n"
		"1: addq $7, %0; movl $0x12345678, %%edx; decq %1; jne 1b" : "+r"(x), "+r"(iterations) : : "edx", "cc");
	return x;
}`;

/** Dependent multiplications: 3 cycles an iteration. */
export const dependentMultiply = `
#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	uint64_t x = iterations, y = 7;
	for (uint64_t i = 0; i < iterations; i++) __asm__ volatile("imulq %1, %0" : "+r"(x) : "r"(y));
	return x;
}`;

/** Prints its inputs: the number of set-ups so far, the seed, a parameter and a missing parameter's fallback. */
export const tellsItsInputs = `
#include "cyclelab.h"
static uint64_t seeded, setups;
__attribute__((noinline)) static uint64_t mix(uint64_t value) { return value * 1000; }
void setup(uint64_t seed) { seeded = seed; setups++; }
uint64_t kernel(uint64_t iterations) {
	return mix(mix(mix(setups) + seeded) + cyclelab_parameter("working-set", 9))
		+ cyclelab_parameter("other", 9) + 0 * iterations;
}`;

/** Without a loop: returns at once for any number of iterations. */
export const empty = `
#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) { return iterations; }`;

/** One iteration takes about 20 ms, far longer than a sample. */
export const slow = `
#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 0;
	for (uint64_t i = 0; i < iterations * 30000000; i++) __asm__ volatile("addq $7, %0" : "+r"(x));
	return x;
}`;

/** C++ without its library: an object made before main, memory from the system, an environment to read. */
export const constructedBeforeMain = `
#include "cyclelab.h"
#include <sys/mman.h>
struct Memory {
	uint64_t *at;
	Memory() : at((uint64_t *)mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
};
static Memory memory;
uint64_t kernel(uint64_t iterations) {
	memory.at[0] += iterations;
	return memory.at[0] + cyclelab_parameter("working-set", 9);
}`;

export const threadLocal = `
#include "cyclelab.h"
static _Thread_local uint64_t sum;
uint64_t kernel(uint64_t iterations) { return sum += iterations; }`;
