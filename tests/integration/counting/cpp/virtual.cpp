struct Shape {
	virtual uint64_t area(uint64_t x) const = 0;
};
struct Square : Shape {
	NOINLINE uint64_t area(uint64_t x) const override {
		MARK(1);
		return x * x;
	}
};
struct Double : Shape {
	NOINLINE uint64_t area(uint64_t x) const override {
		MARK(2);
		return 2 * x;
	}
};

/* Two kinds behind one pointer: each third is the second kind. */
uint64_t kernel(uint64_t iterations) {
	static const Square square;
	static const Double twice;
	static const Shape *volatile shapes[] = {&square, &square, &twice};
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) sum += shapes[i % 3]->area(i);
	return sum;
}
