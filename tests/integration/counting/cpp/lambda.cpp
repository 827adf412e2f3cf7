/* A capturing lambda, called by a function template. */
template <typename Body>
static void times(uint64_t n, Body body) {
	for (uint64_t i = 0; i < n; i++) body(i);
}

uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	times(iterations, [&](uint64_t i) {
		MARK(1);
		times(i % 4, [&](uint64_t j) {
			MARK(2);
			sum = sum * 5 + j;
		});
	});
	return sum;
}
