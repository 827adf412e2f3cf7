#include "cyclelab.h"
#include <sys/mman.h>

enum { LONGEST = 160 };

static uint32_t *next, *data, divisors[LONGEST], work, at;

/* Ordinary 4 KB pages on every machine, as the document's program had them. */
static uint32_t *pages(uint64_t bytes) {
	void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	madvise(start, bytes, MADV_NOHUGEPAGE);
	return start;
}

/*
 * 16 Mi nodes, twice 64 MB, in one cycle through all of them: a linear congruential generator of full period (Hull and
 * Dobell). Its next value is computed where a shuffle would hop through the table, so setting up takes a tenth of the time.
 */
void setup(uint64_t seed) {
	static const uint32_t primes[] = {13, 17, 19, 43, 71, 101, 233, 383, 479, 541};
	const uint32_t nodes = 1 << 24;
	work = (uint32_t)cyclelab_parameter("work", 10);
	for (uint32_t i = 0; i < LONGEST; i++) divisors[i] = primes[i % 10];
	next = pages(nodes * sizeof *next);
	data = pages(nodes * sizeof *data);
	for (uint32_t i = 0; i < nodes; i++) next[i] = (i * 0x9e3779b1 + 0x6a09e667) % nodes;
	for (uint32_t i = 0; i < nodes; i++) data[i] = (i * 0x85ebca6b ^ (uint32_t)seed) >> 1;
}

/* Whether one of `work` primes divides x: the document's ten, the first of them again after the last. */
static inline uint32_t isNice(uint32_t x) {
	uint32_t nice = 0;
	for (uint32_t i = 0; i < work; i++) nice |= x % divisors[i] == 0;
	return nice;
}

/*
 * Both of the next node's lines are asked for before this node is tested. A prefetch instruction is done as soon as it
 * is sent off: unlike a load it keeps nothing behind it waiting, however long the test is.
 */
uint64_t kernel(uint64_t iterations) {
	uint32_t index = at, found = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		const uint32_t following = next[index];
		__builtin_prefetch(&next[following]);
		__builtin_prefetch(&data[following]);
		found += isNice(data[index]);
		index = following;
	}
	at = index;
	return found;
}
