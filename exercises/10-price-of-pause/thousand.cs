using System.Threading;

public static class Kernel {
	// The measurement of the document's tool, in smaller portions: it asks for a million and divides.
	public static ulong Run(ulong iterations) {
		for (ulong i = 0; i < iterations; i++) {
			Thread.SpinWait(1000);
		}
		return iterations;
	}
}
