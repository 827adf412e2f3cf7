#define _GNU_SOURCE
#include "cyclelab.h"
#include <string.h>
#include <sys/mman.h>

__attribute__((noinline, aligned(64))) static uint64_t work(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x ^= x >> 7;
	}
	return x;
}

/* Half a page is more than the function has. */
enum { BYTES = 2048 };
static uint64_t (*volatile made)(uint64_t);

void setup(uint64_t seed) {
	(void)seed;
	made = work;
#ifdef MEMORY
#ifdef AFTERWARDS
	void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memcpy(memory, (const void *)work, BYTES);
	mprotect(memory, 4096, PROT_READ | PROT_EXEC);
#else
	void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memcpy(memory, (const void *)work, BYTES);
#endif
	made = (uint64_t (*)(uint64_t))memory;
#endif
}

uint64_t kernel(uint64_t iterations) { return made(iterations); }
