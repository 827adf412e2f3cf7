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

enum { lines_in_page = 64 };

/* Numbers 0 to count - 1 in random order. */
static void shuffle(uint32_t *order, uint64_t number, uint64_t *drawn) {
	for (uint64_t i = 0; i < number; i++) order[i] = uint32_t(i);
	for (uint64_t i = number - 1; i > 0; i--) {
		*drawn = *drawn * 6364136223846793005u + 1442695040888963407u;
		const uint64_t j = (*drawn >> 32) * (i + 1) >> 32;
		const uint32_t other = order[j];
		order[j] = order[i];
		order[i] = other;
	}
}

/* Joins all lines into one circle: the pages in random order, and all lines of a page, in random order, before the next page. */
void setup(uint64_t seed) {
	const uint64_t bytes = cyclelab_parameter("size", 1 << 20), page_count = bytes / sizeof(line) / lines_in_page;
	uint64_t drawn = seed | 1;
	static uint32_t page[1 << 16], within[lines_in_page];
	shuffle(page, page_count, &drawn);
	lines = pages(bytes);
	line *last = &lines[page[page_count - 1] * uint64_t(lines_in_page)];
	line *const first = last;
	for (uint64_t i = 0; i < page_count; i++) {
		shuffle(within, lines_in_page, &drawn);
		for (uint64_t j = 0; j < lines_in_page; j++) {
			const uint64_t number = page[i] * uint64_t(lines_in_page) + within[j];
			lines[number].number = number;
			if (&lines[number] == first) continue;
			last->next = &lines[number];
			last = &lines[number];
		}
	}
	last->next = first;
	here = first;
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
