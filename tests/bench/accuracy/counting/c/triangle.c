/* The inner loop is entered or not, and makes another number of passes each time. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++)
		for (uint64_t j = 0; j < i % 5; j++) {
			MARK(1);
			sum += i ^ j;
		}
	return sum;
}
