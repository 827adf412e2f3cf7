public static class Kernel {
	// The same work, without a method for it.
	public static ulong Run(ulong iterations) {
		ulong sum = 0;
		for (ulong i = 0; i < iterations; i++) {
			sum = (sum ^ i) + (i >> 3);
		}
		return sum;
	}
}
