#include "cyclelab.h"

enum { side = 520 };

static double a[side][side], b[side][side], c[side][side];
static uint64_t at = 0;

/* Small whole numbers, so that all sums are exact. */
void setup(uint64_t seed) {
	for (uint64_t i = 0; i < side; i++)
		for (uint64_t j = 0; j < side; j++) {
			a[i][j] = (double)((seed + i * 3 + j) % 8);
			b[i][j] = (double)((seed + i + j * 5) % 8);
		}
}

/* An iteration adds a multiple of a column of `a` to a column of the result. */
uint64_t kernel(uint64_t iterations) {
	uint64_t turn = at;
	double sum = 0;
	for (uint64_t left = iterations; left > 0; left--) {
		const uint64_t j = turn / side, k = turn % side;
		const double factor = b[k][j];
		for (uint64_t i = 0; i < side; i++) c[i][j] += a[i][k] * factor;
		sum += c[0][j];
		turn = (turn + 1) % (side * side);
	}
	at = turn;
	return (uint64_t)sum;
}
