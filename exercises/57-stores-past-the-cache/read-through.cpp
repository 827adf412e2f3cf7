#include "cyclelab.h"
#include <sys/mman.h>

static uint64_t *memory, lines, at;

/* Writes each page once, so that no page is new to the loop. */
void setup(uint64_t seed) {
	const uint64_t bytes = cyclelab_parameter("bytes", 16384);
	void *const start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	memory = static_cast<uint64_t *>(start);
	lines = bytes / 64;
	for (uint64_t i = 0; i < bytes / 8; i++) memory[i] = seed;
}

/* Eight ordinary stores. Volatile: each is executed, and no call of memset stands for them. */
static inline void through(volatile uint64_t *to, uint64_t value) {
	to[0] = value, to[1] = value, to[2] = value, to[3] = value;
	to[4] = value, to[5] = value, to[6] = value, to[7] = value;
}

/* Writes a line and reads the line written before, with ordinary stores. */
uint64_t kernel(uint64_t iterations) {
	uint64_t line = at, before = at, sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		through(memory + 8 * line, i);
		sum += static_cast<volatile uint64_t *>(memory)[8 * before];
		before = line;
		line = line + 1 == lines ? 0 : line + 1;
	}
	at = line;
	return sum;
}
