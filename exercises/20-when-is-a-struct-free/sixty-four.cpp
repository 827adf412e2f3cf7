#include "cyclelab.h"

/* An empty line of assembly that may read and write what it is pointed to. */
static inline void touch(void *address) { __asm__ volatile("" : : "r"(address) : "memory"); }

/* 64 words in a struct, written and read behind the compiler's back, as the document's C library does. */
struct Wrapped {
	uint64_t inside[64];

	explicit Wrapped(uint64_t first) {
		inside[0] = first;
		touch(&inside);
	}

	uint64_t first() {
		touch(&inside);
		return inside[0];
	}
};

/* As Crystal's `new` does it: a variable of its own, initialised and returned by value. C++ builds it in its caller's. */
static inline Wrapped make(uint64_t first) {
	Wrapped value(first);
	return value;
}

/* One struct made and used once, each iteration. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		Wrapped wrapped = make(i);
		sum += wrapped.first();
	}
	return sum;
}
