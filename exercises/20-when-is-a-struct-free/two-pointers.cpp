#include "cyclelab.h"

/* Two pointers, 16 bytes, of which the C functions get the address. */
struct Wrapped {
	uint8_t *inside, *beside;

	Wrapped() { foreign(); }

	/* Stands for a call of a C function that gets the address: the compiler has to assume that it reads and writes there. */
	void foreign() { __asm__ volatile("" : : "r"(this) : "memory"); }
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
