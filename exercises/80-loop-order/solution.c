#include "cyclelab.h"

enum { side = 520, columns = 4 };

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

/* Four elements of the result at once: their columns of `b` share cache lines, and a vector holds all of them. */
static inline double four(uint64_t i, uint64_t j) {
	double elements[columns] = {0}, sum = 0;
	for (uint64_t k = 0; k < side; k++)
		for (uint64_t l = 0; l < columns; l++) elements[l] += a[i][k] * b[k][j + l];
	for (uint64_t l = 0; l < columns; l++) {
		c[i][j + l] = elements[l];
		sum += elements[l];
	}
	return sum;
}

static inline double one(uint64_t i, uint64_t j) {
	double element = 0;
	for (uint64_t k = 0; k < side; k++) element += a[i][k] * b[k][j];
	c[i][j] = element;
	return element;
}

uint64_t kernel(uint64_t iterations) {
	uint64_t turn = at, left = iterations;
	double sum = 0;
	while (left > 0) {
		const uint64_t i = turn / side, j = turn % side, some = left < columns || j % columns != 0 ? 1 : columns;
		sum += some == columns ? four(i, j) : one(i, j);
		turn = (turn + some) % (side * side);
		left -= some;
	}
	at = turn;
	return (uint64_t)sum;
}
