#include "cyclelab.h"
#include <sys/mman.h>

enum { page = 4096, pages = 256, bytes = page * pages };

static uint64_t *buffer, at;

void setup(uint64_t seed) {
	(void)seed;
	void *const got = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (got == MAP_FAILED) __builtin_trap();
	madvise(got, bytes, MADV_NOHUGEPAGE);
	buffer = got;
}

/* Each turn takes a page of the buffer, which the system has filled with zeros. After a round all are given back. */
uint64_t kernel(uint64_t iterations) {
	uint64_t next = at;
	for (uint64_t i = 0; i < iterations; i++) {
		if (next == 0 && madvise(buffer, bytes, MADV_DONTNEED) != 0) __builtin_trap();
		buffer[next * (page / 8)] = i;
		next = (next + 1) % pages;
	}
	at = next;
	return buffer[0];
}
