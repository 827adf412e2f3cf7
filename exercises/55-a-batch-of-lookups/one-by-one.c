#include "cyclelab.h"

enum { count = 1 << 20, places = 1 << 21, most = 64 };

/* A row of a table, one cache line; 64 MiB in all. A place of the index has the first row of its list: another 8 MiB. */
struct row {
	uint64_t key, value;
	struct row *next;
	uint64_t padding[5];
};

static struct row rows[count] __attribute__((aligned(64)));
static uint32_t first[places];
static uint64_t batch, drawn;

static inline uint64_t place_of(uint64_t key) { return key * 0x9e3779b97f4a7c15u >> 43; }

/* The keys are 0 to count - 1, in rows at random places: the numbers are multiplied by an odd number. */
void setup(uint64_t seed) {
	batch = cyclelab_parameter("batch", 8);
	drawn = seed | 1;
	for (uint64_t i = 0; i < count; i++) {
		const uint64_t key = (i * 0x9e3779b1u + seed) % count;
		const uint64_t place = place_of(key);
		struct row *const row = rows + i;
		row->key = key;
		row->value = key * 31;
		row->next = first[place] == 0 ? NULL : rows + (first[place] - 1);
		first[place] = (uint32_t)(i + 1);
	}
}

/* The next key: each is in the table. */
static inline uint64_t draw(uint64_t *state) {
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 44;
}

/* What the program does with a row: some sixty instructions, so a reorder buffer holds a few lookups only. */
static inline uint64_t use(uint64_t value) {
	for (int i = 0; i < 16; i++) value = (value ^ value >> 7) + (value << 3);
	return value;
}

static inline uint64_t find(const struct row *row, uint64_t key) {
	while (row->key != key) row = row->next;
	return use(row->value);
}

/* Each lookup is written as if it were the only one: index, row, and the next row where the key differs. */
uint64_t kernel(uint64_t iterations) {
	uint64_t state = drawn, sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		const uint64_t key = draw(&state);
		sum += find(rows + (first[place_of(key)] - 1), key);
	}
	drawn = state;
	return sum;
}
