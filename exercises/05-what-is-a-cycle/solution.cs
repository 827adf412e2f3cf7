public static class Kernel {
	static ulong first = 1, second = 1, third = 1;

	// From outside, so that no compiler knows them.
	public static void Setup(ulong seed) {
		first = seed | 1;
		second = seed * 4 + 3;
		third = seed * 8 + 5;
	}

	// Four multiplications a turn in place of three, but none has to wait for more than one other.
	public static ulong Run(ulong iterations) {
		ulong a = first, b = second, c = third;
		for (ulong i = 0; i < iterations; i++) {
			ulong product = a * b, other = b * c;
			a = product;
			b = product * other;
			c *= product;
		}
		return b;
	}
}
