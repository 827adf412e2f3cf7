#include <array>
#include <cstddef>

static std::array<float, 205> a, b;

void setup(uint64_t) {
	a.fill(1);
	b.fill(2);
}

/* 205 multiplications a pass: a vector loop, and a remainder smaller than a vector. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		for (std::size_t j = 0; j < a.size(); j++) a[j] *= b[j];
		__asm__ volatile("" : : : "memory");
	}
	return iterations;
}
