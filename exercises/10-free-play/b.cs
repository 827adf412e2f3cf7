public static class Kernel {
	// Each turn needs the previous result: an exclusive or, then a multiplication.
	public static ulong Run(ulong iterations) {
		ulong x = 1;
		for (ulong i = 0; i < iterations; i++) {
			x = (x ^ i) * 6364136223846793005;
		}
		return x;
	}
}
