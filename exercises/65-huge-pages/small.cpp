#include "cyclelab.h"
#include <sys/mman.h>

/* One cache line. */
struct line {
	line *next;
	uint64_t number, padding[6];
};

enum { huge_page = 2 << 20 };

static line *lines, *here;

/* Memory in pages of 4 KiB. */
static line *pages(uint64_t bytes) {
	void *const mapped = mmap(nullptr, bytes + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (mapped == MAP_FAILED) __builtin_trap();
	uint8_t *const start = static_cast<uint8_t *>(mapped);
	uint8_t *const aligned = start + (huge_page - reinterpret_cast<uintptr_t>(start) % huge_page) % huge_page;
	madvise(aligned, bytes, MADV_NOHUGEPAGE);
	return reinterpret_cast<line *>(aligned);
}

/* Joins all lines into one circle in random order (Sattolo's shuffle), in place: a line's `next` is first its own address. */
void setup(uint64_t seed) {
	const uint64_t bytes = cyclelab_parameter("size", 1 << 20), count = bytes / sizeof(line);
	uint64_t drawn = seed | 1;
	lines = here = pages(bytes);
	for (uint64_t i = 0; i < count; i++) {
		lines[i].next = &lines[i];
		lines[i].number = i;
	}
	for (uint64_t i = count - 1; i > 0; i--) {
		drawn = drawn * 6364136223846793005u + 1442695040888963407u;
		const uint64_t j = (drawn >> 32) * i >> 32;
		line *const other = lines[j].next;
		lines[j].next = lines[i].next;
		lines[i].next = other;
	}
}

/* Each load gives the address of the next line. */
uint64_t kernel(uint64_t iterations) {
	const line *at = here;
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		at = at->next;
		sum += at->number;
	}
	here = const_cast<line *>(at);
	return sum;
}
