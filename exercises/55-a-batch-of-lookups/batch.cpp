#include "cyclelab.h"

enum { count = 1 << 20, places = 1 << 21, most = 64 };

/* A row of a table, one cache line; 64 MiB in all. A place of the index has the first row of its list: another 8 MiB. */
struct row {
	uint64_t key, value;
	struct row *next;
	uint64_t padding[5];
};

alignas(64) static struct row rows[count];
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
		row->next = first[place] == 0 ? nullptr : rows + (first[place] - 1);
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

/* As many lookups at a time as the sweep says: first their index entries are asked for, then their rows, then they are compared. */
uint64_t kernel(uint64_t iterations) {
	uint64_t state = drawn, sum = 0, keys[most];
	const struct row *found[most];
	for (uint64_t i = 0; i < iterations;) {
		const uint64_t size = iterations - i < batch ? iterations - i : batch;
		for (uint64_t k = 0; k < size; k++) {
			keys[k] = draw(&state);
			__builtin_prefetch(first + place_of(keys[k]));
		}
		for (uint64_t k = 0; k < size; k++) {
			found[k] = rows + (first[place_of(keys[k])] - 1);
			__builtin_prefetch(found[k]);
		}
		for (uint64_t k = 0; k < size; k++) sum += find(found[k], keys[k]);
		i += size;
	}
	drawn = state;
	return sum;
}
