/* A class with operators, in a loop with two counters. */
struct Modular {
	uint64_t value;
	friend Modular operator+(Modular a, Modular b) {
		MARK(1);
		return {(a.value + b.value) % 1009};
	}
	friend Modular operator*(Modular a, Modular b) {
		MARK(2);
		return {(a.value * b.value) % 1009};
	}
	explicit operator bool() const { return value != 0; }
};

uint64_t kernel(uint64_t iterations) {
	Modular sum{1};
	for (uint64_t low = 0, high = iterations; low < high; low++, high--) {
		MARK(3);
		sum = sum * Modular{3} + Modular{low} * Modular{high} + Modular{7};
	}
	return sum.value;
}
