using System.Runtime.InteropServices;

public static class Kernel {
	const int N = 16 * 1024 * 1024;

	static byte[] data;
	static int position;

	public static void Setup(ulong seed) {
		data = new byte[Cyclelab.Parameter("working-set", 2097152)];
		for (int i = 0; i < data.Length; i += 64) data[i] = 1;
	}

	struct Time {
		public long seconds, nanoseconds;
	}

	/// <summary>CLOCK_THREAD_CPUTIME_ID: the processor time of this thread.</summary>
	const int threadTime = 3;

	[DllImport("libc.so.6")]
	static extern int clock_gettime(int clock, out Time time);

	static ulong ProcessorTime() {
		Time now;
		clock_gettime(threadTime, out now);
		return (ulong)(now.seconds * 1000000000 + now.nanoseconds);
	}

	// The document's loop, and its whole measurement for an iteration. It goes on where it stopped.
	static void Calc() {
		byte[] walked = data;
		int mask = walked.Length - 1, start = position;
		for (int i = start; i < start + N; i++) {
			walked[(i * 64) & mask]++;
		}
		position = (start + N) & mask;
	}

	public static ulong Run(ulong iterations) {
		ulong begun = ProcessorTime();
		for (ulong i = 0; i < iterations; i++) Calc();
		Cyclelab.Meter("cpu", ProcessorTime() - begun);
		return iterations;
	}
}
