#include "cyclelab.h"

struct result {
	uint64_t first, second;
};

__attribute__((noinline)) static struct result next(uint64_t from) {
	struct result made = {from + 1, from ^ 3};
	__asm__ volatile("" ::: "memory");
	return made;
}

/* Calls a function that returns a struct of two numbers, and uses two of them for the next call. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		struct result made = next(x);
		x = made.first + made.second;
	}
	return x;
}
