#include "cyclelab.h"

enum { count = 256 };

struct record {
	uint64_t payload[2];
	uint64_t next;
};

static struct record records[count];

/* One circle through all records; 37 and 256 have no common factor. */
void setup(uint64_t seed) {
	(void)seed;
	for (uint64_t i = 0; i < count; i++) records[i].next = (i + 37) % count;
}

/* The same steps. A record has 24 bytes, so the address is 24 times the index away from the first record. */
uint64_t kernel(uint64_t iterations) {
	uint64_t at = 0;
	for (uint64_t i = 0; i < iterations; i++) at = records[at].next;
	return at;
}
