#include "cyclelab.h"

/* A pointer, 8 bytes, which is itself what the C functions want. */
struct Wrapped {
	uint8_t *inside;

	explicit Wrapped(uint8_t *pointer) : inside(pointer) { foreign(); }

	/* Stands for a call of a C function that gets the pointer: the compiler has to assume that it reads and writes there. */
	void foreign() { __asm__ volatile("" : : "r"(inside) : "memory"); }
};

/* A function that makes one and returns it by value, as Crystal's `new` does. */
static Wrapped make(uint8_t *pointer) {
	Wrapped wrapped(pointer);
	return wrapped;
}

uint64_t kernel(uint64_t iterations) {
	uint64_t i = 0;
	while (i < iterations) {
		Wrapped wrapped = make((uint8_t *)i);
		wrapped.foreign();
		i++;
	}
	return i;
}
