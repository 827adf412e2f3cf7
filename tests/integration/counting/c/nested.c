uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		MARK(1);
		for (uint64_t j = 0; j < 7; j++) {
			MARK(2);
			sum = sum * 3 + j;
		}
	}
	return sum;
}
