#include "cyclelab.h"
#include <sys/mman.h>

/* An ordinary hash map with chains: a table of places, and entries in the order in which they were put in. */
struct entry {
	uint32_t key;
	uint32_t value;
	int32_t next;
};

static struct entry *entries;
static int32_t *places;
static uint32_t mask, at;

static void *pages(uint64_t bytes) {
	void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	madvise(start, bytes, MADV_NOHUGEPAGE);
	return start;
}

static void put(uint32_t key, uint32_t value, int32_t number) {
	entries[number] = (struct entry){key, value, places[key & mask]};
	places[key & mask] = number;
}

/*
 * Keys 0 to n - 1. Each one's value is another key, and following values leads through all of them in one cycle: a linear
 * congruential generator of full period (Hull and Dobell).
 */
void setup(uint64_t seed) {
	const uint32_t count = (uint32_t)cyclelab_parameter("entries", 1024);
	const uint32_t step = (uint32_t)seed | 1;
	mask = count - 1;
	entries = pages(count * sizeof *entries);
	places = pages(count * sizeof *places);
	for (uint32_t i = 0; i < count; i++) places[i] = -1;
	for (uint32_t i = 0; i < count; i++) put(i, (i * 0x9e3779b1 + step) & mask, (int32_t)i);
}

/* The value of a key; 0 if the key is absent. */
static inline uint32_t get(uint32_t key) {
	for (int32_t i = places[key & mask]; i >= 0; i = entries[i].next) {
		if (entries[i].key == key) return entries[i].value;
	}
	return 0;
}

/* Key after key, in the order in which they were put in. It goes on where it stopped. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	uint32_t key = at;
	for (uint64_t i = 0; i < iterations; i++) {
		sum += get(key);
		key = (key + 1) & mask;
	}
	at = key;
	return sum;
}
