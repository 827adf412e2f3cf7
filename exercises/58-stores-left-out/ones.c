#include "cyclelab.h"
#include <sys/mman.h>

/* 32 bytes: one store on x86-64, two on arm64. */
typedef long long half __attribute__((vector_size(32)));

/* What is written to the first line, what changes it from line to line, and what changes it from one turn through the
   memory to the next. Volatile, so that all rows are the same machine code. */
static volatile uint64_t first = 1, by_line = 0, by_round = 0;

/* Four times this number. */
static inline half all(uint64_t number) {
	const long long n = (long long)number;
	return (half){n, n, n, n};
}

static half *memory;
static uint64_t lines, at, value;

/* Writes all of it as the first round would, so that no page is new to the loop. */
void setup(uint64_t seed) {
	(void)seed;
	const uint64_t bytes = cyclelab_parameter("bytes", 16384);
	void *const start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	memory = (half *)start;
	lines = bytes / 64;
	value = first;
	for (uint64_t i = 0; i < 2 * lines; i++) {
		memory[i] = all(i & 2 ? first ^ by_line : first);
	}
}

/* Ones over ones: no store changes anything. One line a turn, from the start to the end and again. */
uint64_t kernel(uint64_t iterations) {
	const half flip = all(by_line), next = all(by_round);
	half now = all(value);
	uint64_t line = at;
	for (uint64_t i = 0; i < iterations; i++) {
		volatile half *const to = memory + 2 * line;
		to[0] = now;
		to[1] = now;
		now ^= flip;
		line++;
		if (line == lines) {
			line = 0;
			now ^= next;
		}
	}
	at = line;
	value = (uint64_t)now[0];
	return line;
}
