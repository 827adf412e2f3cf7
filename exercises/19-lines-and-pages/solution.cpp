#include "cyclelab.h"
#include <sys/mman.h>

/* Eight bytes for each line: the number of the next one. Eight of them share a cache line, and 512 a page. */
static uint64_t *next;
static uint64_t here;

/* Pages of 4 KiB, whatever the system prefers. */
static uint8_t *pages(uint64_t bytes) {
	uint8_t *const start = static_cast<uint8_t *>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
	if (static_cast<void *>(start) == MAP_FAILED) __builtin_trap();
	madvise(start, bytes, MADV_NOHUGEPAGE);
	return start;
}

/* The same circle (Sattolo's shuffle), in an array of its own. A line's number is its index. */
void setup(uint64_t seed) {
	const uint64_t count = cyclelab_parameter("lines", 16);
	next = reinterpret_cast<uint64_t *>(pages(count * sizeof(uint64_t)));
	uint64_t drawn = seed | 1;
	for (uint64_t i = 0; i < count; i++) next[i] = i;
	for (uint64_t i = count - 1; i > 0; i--) {
		drawn = drawn * 6364136223846793005u + 1442695040888963407u;
		const uint64_t j = (drawn >> 32) * i >> 32, other = next[j];
		next[j] = next[i];
		next[i] = other;
	}
}

/* The loaded number is both: the next index, and what is added up. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t *const from = next;
	uint64_t at = here, sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		at = from[at];
		sum += at;
	}
	here = at;
	return sum;
}
