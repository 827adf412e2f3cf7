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

/* Stores that do not ask for the line: on x86-64 eight of eight bytes, on arm64 four of sixteen. */
static inline void past(uint64_t *to, uint64_t value) {
	__asm__ volatile(
#if defined(__x86_64__)
		"movnti %1, 0(%0)\n\t"
		"movnti %1, 8(%0)\n\t"
		"movnti %1, 16(%0)\n\t"
		"movnti %1, 24(%0)\n\t"
		"movnti %1, 32(%0)\n\t"
		"movnti %1, 40(%0)\n\t"
		"movnti %1, 48(%0)\n\t"
		"movnti %1, 56(%0)\n\t"
#else
		"stnp %1, %1, [%0, #0]\n\t"
		"stnp %1, %1, [%0, #16]\n\t"
		"stnp %1, %1, [%0, #32]\n\t"
		"stnp %1, %1, [%0, #48]\n\t"
#endif
		:
		: "r"(to), "r"(value)
		: "memory");
}

/* One line of stores past the caches a turn, from the start to the end and again. */
uint64_t kernel(uint64_t iterations) {
	uint64_t line = at;
	for (uint64_t i = 0; i < iterations; i++) {
		past(memory + 8 * line, i);
		line = line + 1 == lines ? 0 : line + 1;
	}
	at = line;
	return line;
}
