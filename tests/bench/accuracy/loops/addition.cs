public static class Kernel {
	public static ulong Run(ulong iterations) {
		double sum = 0, step = (double)(iterations | 1);
		for (ulong i = 0; i < iterations; i++)
			sum += step;
		return (ulong)(sum / step);
	}
}
