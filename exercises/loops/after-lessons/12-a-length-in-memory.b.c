#include "cyclelab.h"

enum { count = 2048 };

static uint64_t numbers[count];
static struct list {
	uint64_t length;
	uint64_t *first;
} given = {count, numbers}, *volatile which = &given;

/* Adds one to the numbers of a list. The length is read before the loop. */
__attribute__((noinline)) static void add_one(struct list *list) {
	const uint64_t length = list->length;
	for (uint64_t k = 0; k < length; k++) list->first[k] += 1;
}

uint64_t kernel(uint64_t iterations) {
	/* The compiler does not know which list it is. */
	struct list *const list = which;
	for (uint64_t i = 0; i < iterations; i += count) {
		list->length = iterations - i < count ? iterations - i : count;
		add_one(list);
	}
	return numbers[0];
}
