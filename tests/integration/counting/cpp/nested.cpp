#include <array>

/* Ranges of a standard array, three deep. */
uint64_t kernel(uint64_t iterations) {
	static const std::array<uint64_t, 3> outer{1, 2, 3};
	static const std::array<uint64_t, 5> inner{4, 5, 6, 7, 8};
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++)
		for (uint64_t a : outer) {
			MARK(1);
			for (uint64_t b : inner) {
				MARK(2);
				sum = sum * a + b;
			}
		}
	return sum;
}
