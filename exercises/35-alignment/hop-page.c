#include "cyclelab.h"
#include <sys/mman.h>

/* Eight bytes anywhere, also where no variable of eight bytes would be put. Volatile: each access really happens. */
typedef volatile uint64_t anywhere __attribute__((aligned(1)));

/* Each place lies half in one page of 4096 bytes and half in the next. */
enum { page = 4096, offset = 4092 };

static char *start;

/* One of four places, a page apart. */
static anywhere *place(uint64_t number) {
	return (anywhere *)(start + number * page + offset);
}

void setup(uint64_t seed) {
	start = mmap(NULL, 5 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	for (uint64_t i = 0; i < 4; i++) *place(i) = (uintptr_t)place((i + 1) % 4);
	(void)seed;
}

/* Each place holds the address of the next, in a circle. The next load waits for this one. */
uint64_t kernel(uint64_t iterations) {
	uint64_t at = (uintptr_t)place(0);
	for (uint64_t i = 0; i < iterations; i++) {
		at = *(anywhere *)at;
	}
	cyclelab_meter("step", iterations * page);
	return (at - (uintptr_t)start) / page;
}
