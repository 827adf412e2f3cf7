public static class Kernel {
	static ulong first = 1, second = 1, third = 1;

	// From outside, so that no compiler knows them.
	public static void Setup(ulong seed) {
		first = seed | 1;
		second = seed * 4 + 3;
		third = seed * 8 + 5;
	}

	// Three additions a turn. Each needs the result of the previous addition, and a turn begins with the result of the previous turn.
	public static ulong Run(ulong iterations) {
		ulong a = first, b = second, c = third;
		for (ulong i = 0; i < iterations; i++) {
			a += b;
			c += a;
			b += c;
		}
		return b;
	}
}
