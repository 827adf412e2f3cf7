/* Unrolled by a template. */
template <int left>
static inline void steps(uint64_t &x) {
	if constexpr (left > 0) {
		MARK(1);
		x = x * 3 + left;
		steps<left - 1>(x);
	}
}

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) steps<6>(x);
	return x;
}
