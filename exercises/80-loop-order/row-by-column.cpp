#include "cyclelab.h"

enum { side = 520 };

static double a[side][side], b[side][side], c[side][side];
static uint64_t at = 0;

/* Small whole numbers, so that all sums are exact. */
void setup(uint64_t seed) {
	for (uint64_t i = 0; i < side; i++)
		for (uint64_t j = 0; j < side; j++) {
			a[i][j] = double((seed + i * 3 + j) % 8);
			b[i][j] = double((seed + i + j * 5) % 8);
		}
}

/* An iteration is one element of the result: a row of `a` times a column of `b`. */
uint64_t kernel(uint64_t iterations) {
	uint64_t turn = at;
	double sum = 0;
	for (uint64_t left = iterations; left > 0; left--) {
		const uint64_t i = turn / side, j = turn % side;
		double element = 0;
		for (uint64_t k = 0; k < side; k++) element += a[i][k] * b[k][j];
		c[i][j] = element;
		sum += element;
		turn = (turn + 1) % (side * side);
	}
	at = turn;
	return uint64_t(sum);
}
