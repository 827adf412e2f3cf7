#include "cyclelab.h"

/* An array of 256 bytes, as large as the array of 32 numbers. */
struct Wrapped {
	uint8_t inside[256];

	Wrapped() { foreign(); }

	/* Stands for a call of a C function that gets the address: the compiler has to assume that it reads and writes there. */
	void foreign() { __asm__ volatile("" : : "r"(&inside) : "memory"); }
};

/* A function that makes one and returns it by value, as Crystal's `new` does. */
static Wrapped make() {
	Wrapped wrapped;
	return wrapped;
}

uint64_t kernel(uint64_t iterations) {
	uint64_t i = 0;
	while (i < iterations) {
		Wrapped wrapped = make();
		wrapped.foreign();
		i++;
	}
	return i;
}
