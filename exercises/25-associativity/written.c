#include "cyclelab.h"
#include <sys/mman.h>

static int32_t *matrix;
static uint64_t side, row;

/* The document's square of numbers, in ordinary 4 KB pages on every machine; here every element is written. */
void setup(uint64_t seed) {
	side = cyclelab_parameter("side", 512);
	const uint64_t bytes = side * side * sizeof *matrix;
	matrix = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (matrix == MAP_FAILED) __builtin_trap();
	madvise(matrix, bytes, MADV_NOHUGEPAGE);
	(void)seed;
	for (uint64_t i = 0; i < side * side; i++) matrix[i] = (int32_t)i;
}

/* The greatest number of the first column, over and over. It goes on in the row where it stopped. */
uint64_t kernel(uint64_t iterations) {
	const int32_t *const a = matrix;
	const uint64_t n = side;
	uint64_t i = row, left = iterations;
	int32_t max = 0;
	while (left > 0) {
		const uint64_t end = left < n - i ? i + left : n;
		left -= end - i;
		for (; i < end; i++) {
			max = max > a[i * n] ? max : a[i * n];
		}
		if (i == n) i = 0;
	}
	row = i;
	return (uint64_t)max + i;
}
