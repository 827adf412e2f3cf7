uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		if (i % 3 == 0) {
			MARK(1);
			x = x * 3 + 1;
			continue;
		}
		MARK(2);
		if (i % 7 == 0) {
			MARK(3);
			x ^= i;
		}
	}
	return x;
}
