public static class Kernel {
	public static ulong Run(ulong iterations) {
		ulong x = 1, divisor = iterations | 3;
		for (ulong i = 0; i < iterations; i++)
			x = (0xfedcba9876543210 ^ x) / divisor + i;
		return x;
	}
}
