public static class Kernel {
	public static ulong Run(ulong iterations) {
		ulong x = iterations | 1;
		for (ulong i = 0; i < iterations; i++) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
			x += i;
		}
		return x;
	}
}
