#include "cyclelab.h"

/* An array of 32 numbers, 256 bytes. */
struct wrapped {
	uint64_t inside[32];
};

/* Stands for a call of a C function that gets the address: the compiler has to assume that it reads and writes there. */
static void foreign(struct wrapped *wrapped) { __asm__ volatile("" : : "r"(&wrapped->inside) : "memory"); }

/* Makes one and returns it by value, as Crystal's `new` does. */
static struct wrapped make(void) {
	struct wrapped wrapped;
	foreign(&wrapped);
	return wrapped;
}

uint64_t kernel(uint64_t iterations) {
	uint64_t i = 0;
	while (i < iterations) {
		struct wrapped wrapped = make();
		foreign(&wrapped);
		i++;
	}
	return i;
}
