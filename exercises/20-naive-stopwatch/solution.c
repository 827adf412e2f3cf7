#include "cyclelab.h"
#include <sys/mman.h>

/* No chains: what a place holds is in the place. A key that finds its place taken lies in the next free one. */
struct place {
	uint32_t key;   /* plus one; 0: empty */
	uint32_t value;
};

static struct place *places;
static uint32_t mask, at;

static void *pages(uint64_t bytes) {
	void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	madvise(start, bytes, MADV_NOHUGEPAGE);
	return start;
}

static void put(uint32_t key, uint32_t value) {
	uint32_t i = key & mask;
	while (places[i].key != 0) i = (i + 1) & mask;
	places[i] = (struct place){key + 1, value};
}

/*
 * Keys 0 to n - 1, in twice as many places. Each one's value is another key, and following values leads through all of
 * them in one cycle: a linear congruential generator of full period (Hull and Dobell).
 */
void setup(uint64_t seed) {
	const uint32_t count = (uint32_t)cyclelab_parameter("entries", 1024);
	const uint32_t step = (uint32_t)seed | 1;
	mask = 2 * count - 1;
	places = pages(2 * count * sizeof *places);
	for (uint32_t i = 0; i < count; i++) put(i, (i * 0x9e3779b1 + step) & (count - 1));
}

/* The value of a key; 0 if the key is absent. */
static inline uint32_t get(uint32_t key) {
	for (uint32_t i = key & mask; places[i].key != 0; i = (i + 1) & mask) {
		if (places[i].key == key + 1) return places[i].value;
	}
	return 0;
}

/* Each value is the next key, as when one table refers to another. It goes on where it stopped. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	uint32_t key = at;
	for (uint64_t i = 0; i < iterations; i++) {
		key = get(key);
		sum += key;
	}
	at = key;
	return sum;
}
