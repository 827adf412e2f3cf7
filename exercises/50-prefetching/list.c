#include "cyclelab.h"
#include <sys/mman.h>

enum { LONGEST = 160, ELEMENTS = 1 << 20 };

/* An element of a list, of two cache lines. Volatile: each load below really happens. */
struct element {
	struct element *next;
	volatile uint32_t first;
	char rest[52];
	volatile uint32_t second;
	char end[60];
};

static struct element *list, *at;
static uint32_t divisors[LONGEST], work;

/* 128 MB, in one cycle through all elements: a linear congruential generator of full period (Hull and Dobell). */
void setup(uint64_t seed) {
	static const uint32_t primes[] = {13, 17, 19, 43, 71, 101, 233, 383, 479, 541};
	const uint64_t bytes = (uint64_t)ELEMENTS * sizeof *list;
	work = (uint32_t)cyclelab_parameter("work", 10);
	for (uint32_t i = 0; i < LONGEST; i++) divisors[i] = primes[i % 10];
	list = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (list == MAP_FAILED) __builtin_trap();
	madvise(list, bytes, MADV_NOHUGEPAGE);
	for (uint32_t i = 0; i < ELEMENTS; i++) {
		list[i].next = &list[(i * 0x9e3779b1 + 0x6a09e667) % ELEMENTS];
		list[i].first = (i * 0x85ebca6b ^ (uint32_t)seed) >> 1;
		list[i].second = (i * 0xc2b2ae35 ^ (uint32_t)seed) >> 1;
	}
	at = list;
}

/* As in `simple`. */
static inline uint32_t isNice(uint32_t x) {
	uint32_t nice = 0;
	for (uint32_t i = 0; i < work; i++) nice |= x % divisors[i] == 0;
	return nice;
}

/* To the next element, test the number of its first line, then the number of its second. */
uint64_t kernel(uint64_t iterations) {
	struct element *here = at;
	uint32_t found = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		uint32_t number = here->first;
		found += isNice(number);
		found += isNice(here->second);
		here = here->next;
	}
	at = here;
	return found;
}
