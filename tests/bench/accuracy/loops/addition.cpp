#include "cyclelab.h"

uint64_t kernel(uint64_t iterations) {
	double sum{0};
	const double step{static_cast<double>(iterations | 1)};
	for (uint64_t i{0}; i != iterations; ++i) sum += step;
	return static_cast<uint64_t>(sum / step);
}
