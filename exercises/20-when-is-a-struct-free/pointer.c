#include "cyclelab.h"

/* A pointer, 8 bytes, which is itself what the C functions want. */
struct wrapped {
	uint8_t *inside;
};

/* Stands for a call of a C function that gets the pointer: the compiler has to assume that it reads and writes there. */
static void foreign(struct wrapped wrapped) { __asm__ volatile("" : : "r"(wrapped.inside) : "memory"); }

/* Makes one and returns it by value, as Crystal's `new` does. */
static struct wrapped make(uint8_t *pointer) {
	struct wrapped wrapped = {pointer};
	foreign(wrapped);
	return wrapped;
}

uint64_t kernel(uint64_t iterations) {
	uint64_t i = 0;
	while (i < iterations) {
		struct wrapped wrapped = make((uint8_t *)i);
		foreign(wrapped);
		i++;
	}
	return i;
}
