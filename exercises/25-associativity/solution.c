#include "cyclelab.h"
#include <sys/mman.h>

static int32_t *matrix;
static uint64_t side, row;

/* One cache line more than a row needs: the next row begins in the next place of the cache. */
static uint64_t rowLength(void) {
	return side + 16;
}

void setup(uint64_t seed) {
	side = cyclelab_parameter("side", 512);
	const uint64_t bytes = side * rowLength() * sizeof *matrix;
	matrix = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (matrix == MAP_FAILED) __builtin_trap();
	madvise(matrix, bytes, MADV_NOHUGEPAGE);
	(void)seed;
	for (uint64_t i = 0; i < side; i++)
		for (uint64_t j = 0; j < side; j++) matrix[i * rowLength() + j] = (int32_t)(i * side + j);
}

/* The greatest number of the first column, over and over. It goes on in the row where it stopped. */
uint64_t kernel(uint64_t iterations) {
	const int32_t *const a = matrix;
	const uint64_t n = side, length = rowLength();
	uint64_t i = row, left = iterations;
	int32_t max = 0;
	while (left > 0) {
		const uint64_t end = left < n - i ? i + left : n;
		left -= end - i;
		for (; i < end; i++) {
			max = max > a[i * length] ? max : a[i * length];
		}
		if (i == n) i = 0;
	}
	row = i;
	return (uint64_t)max + i;
}
