#include "cyclelab.h"
#include <stdatomic.h>
#include <sys/mman.h>

static _Atomic int32_t *array;
static uint64_t bytes, position;

/* In ordinary 4 KB pages on every machine. Nothing is written: that is left to the kernel. */
void setup(uint64_t seed) {
	bytes = cyclelab_parameter("array", 16384);
	array = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (array == MAP_FAILED) __builtin_trap();
	madvise((void *)array, bytes, MADV_NOHUGEPAGE);
	(void)seed;
}

/* As `weak-fixed`, but at the end of the array its pages are given back, so every page is written for the first time. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t count = bytes / sizeof *array;
	uint64_t at = position;
	for (uint64_t left = iterations; left > 0;) {
		const uint64_t end = at + left < count ? at + left : count;
		left -= end - at;
		for (; at < end; at++) {
			atomic_store_explicit(&array[at], 1, memory_order_release);
		}
		if (at == count) {
			madvise((void *)array, bytes, MADV_DONTNEED);
			at = 0;
		}
	}
	position = at;
	return at;
}
