static uint64_t table[16];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < 16; i++) table[i] = i + (seed & 0);
}

/* A search that ends at its match, at position i % 10. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		for (uint64_t j = 0; j < 16; j++) {
			MARK(1);
			if (table[j] == i % 10) {
				MARK(2);
				sum += j;
				break;
			}
		}
	}
	return sum;
}
