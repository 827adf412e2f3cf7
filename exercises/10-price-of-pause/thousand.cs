using System.Threading;

public static class Kernel {
	// What the document's tool measures, in smaller portions: it asks for a million and divides.
	public static ulong Run(ulong iterations) {
		for (ulong i = 0; i < iterations; i++) {
			Thread.SpinWait(1000);
		}
		return iterations;
	}
}
