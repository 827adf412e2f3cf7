#include "cyclelab.h"
#include <sys/mman.h>

/* Eight bytes anywhere, also where no variable of eight bytes would be put. Volatile: each access really happens. */
typedef volatile uint64_t anywhere __attribute__((aligned(1)));

/* Each place lies half in one line of 64 bytes and half in the next. */
enum { page = 4096, offset = 60 };

static char *start;

/* One of four places, a page apart. */
static anywhere *place(uint64_t number) {
	return (anywhere *)(start + number * page + offset);
}

void setup(uint64_t seed) {
	start = mmap(NULL, 5 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	for (uint64_t i = 0; i < 4; i++) *place(i) = seed + i;
}

/* One load an iteration, four of them a turn. None waits for another. */
uint64_t kernel(uint64_t iterations) {
	uint64_t first = 0, second = 0, third = 0, fourth = 0, done = 0;
	for (; done + 4 <= iterations; done += 4) {
		first += *place(0);
		second += *place(1);
		third += *place(2);
		fourth += *place(3);
	}
	for (; done < iterations; done++) first += *place(0);
	cyclelab_meter("step", iterations * page);
	return first + second + third + fourth;
}
