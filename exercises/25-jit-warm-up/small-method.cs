public static class Kernel {
	static ulong Mix(ulong sum, ulong i) {
		return (sum ^ i) + (i >> 3);
	}

	// Its work is done by a method of one line.
	public static ulong Run(ulong iterations) {
		ulong sum = 0;
		for (ulong i = 0; i < iterations; i++) {
			sum = Mix(sum, i);
		}
		return sum;
	}
}
