#include "cyclelab.h"
#include <stdatomic.h>
#include <sys/mman.h>

static _Atomic int32_t *array;
static uint64_t mask, position;

/* In ordinary 4 KB pages on every machine, each page written once before anything is timed. */
void setup(uint64_t seed) {
	const uint64_t bytes = cyclelab_parameter("array", 16384);
	array = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (array == MAP_FAILED) __builtin_trap();
	madvise((void *)array, bytes, MADV_NOHUGEPAGE);
	for (uint64_t i = 0; i < bytes / sizeof *array; i += 1024) array[i] = (int32_t)seed;
	mask = bytes / sizeof *array - 1;
}

/*
 * Blocks of 16 KiB, which stay in L1 while they are filled: the first place of each of their 256 lines, then
 * the second, until all 16 are written. Neighbouring stores go to different lines, as before.
 */
uint64_t kernel(uint64_t iterations) {
	_Atomic int32_t *const v = array;
	const uint64_t wrap = mask, start = position;
	for (uint64_t i = 0; i < iterations; i++) {
		const uint64_t at = start + i, within = at % 4096;
		atomic_store_explicit(&v[(at - within + within % 256 * 16 + within / 256) & wrap], 1, memory_order_release);
	}
	position = start + iterations;
	return position;
}
