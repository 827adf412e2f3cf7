using System.Threading;

public static class Kernel {
	// The shortest wait a program can ask the runtime for.
	public static ulong Run(ulong iterations) {
		for (ulong i = 0; i < iterations; i++) {
			Thread.SpinWait(1);
		}
		return iterations;
	}
}
