public static class Kernel {
	// Each turn needs the previous result: an addition, then a shift, then an exclusive or.
	public static ulong Run(ulong iterations) {
		ulong x = 1;
		for (ulong i = 0; i < iterations; i++) {
			x += i;
			x ^= x >> 7;
		}
		return x;
	}
}
