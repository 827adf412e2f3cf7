/* Unrolled by hand, with a remainder of up to three. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0, i = 0;
	for (; i + 4 <= iterations; i += 4) {
		MARK(1);
		sum = sum * 5 + i;
		MARK(1);
		sum = sum * 5 + (i ^ 1);
		MARK(1);
		sum = sum * 5 + (i ^ 2);
		MARK(1);
		sum = sum * 5 + (i ^ 3);
	}
	for (; i < iterations; i++) {
		MARK(2);
		sum = sum * 5 + i;
	}
	return sum;
}
