#include "cyclelab.h"
#include <sys/mman.h>

/* Eight bytes anywhere, also where no variable of eight bytes would be put. Volatile: each access really happens. */
typedef volatile uint64_t anywhere __attribute__((aligned(1)));

/* Each place begins with its page: nothing is split. */
enum { page = 4096, offset = 0 };

static char *start;

/* One of four places, a page apart. */
static anywhere *place(uint64_t number) {
	return (anywhere *)(start + number * page + offset);
}

void setup(uint64_t seed) {
	start = mmap(NULL, 5 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	(void)seed;
}

/* One store an iteration, four of them a turn. The result is what lies in memory in the end. */
uint64_t kernel(uint64_t iterations) {
	uint64_t done = 0;
	for (; done + 4 <= iterations; done += 4) {
		*place(0) = done;
		*place(1) = done;
		*place(2) = done;
		*place(3) = done;
	}
	for (; done < iterations; done++) *place(0) = done;
	cyclelab_meter("step", iterations * page);
	return *place(0) + *place(1) + *place(2) + *place(3);
}
