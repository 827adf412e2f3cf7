#include "cyclelab.h"
#include <stdatomic.h>
#include <sys/mman.h>

static _Atomic int32_t **places;
static uint64_t mask, position;

static void *pages(uint64_t bytes) {
	void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	madvise(start, bytes, MADV_NOHUGEPAGE);
	return start;
}

/*
 * The document's other repair, an array of pointers, each to a separate number. The numbers lie one after another, as an
 * allocator hands out small objects. With the pointers they take three quarters of the array's bytes.
 */
void setup(uint64_t seed) {
	const uint64_t count = cyclelab_parameter("array", 16384) / 16;
	_Atomic int32_t *const numbers = pages(count * sizeof *numbers);
	places = pages(count * sizeof *places);
	for (uint64_t i = 0; i < count; i++) {
		numbers[i] = (int32_t)seed;
		places[i] = &numbers[i];
	}
	mask = count - 1;
}

/* In release order, through the next pointer. */
uint64_t kernel(uint64_t iterations) {
	_Atomic int32_t **const v = places;
	const uint64_t wrap = mask, start = position;
	for (uint64_t i = 0; i < iterations; i++) {
		atomic_store_explicit(v[(start + i) & wrap], 1, memory_order_release);
	}
	position = start + iterations;
	return position;
}
