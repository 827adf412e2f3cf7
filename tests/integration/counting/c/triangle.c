/* The inner loop has a different number of passes each time, including none. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++)
		for (uint64_t j = 0; j < i % 5; j++) {
			MARK(1);
			sum += i ^ j;
		}
	return sum;
}
