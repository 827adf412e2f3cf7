public static class Kernel {
	public static ulong Run(ulong iterations) {
		ulong x = 1, factor = iterations | 5;
		for (ulong i = 0; i < iterations; i++)
			x = x * factor + i;
		return x;
	}
}
