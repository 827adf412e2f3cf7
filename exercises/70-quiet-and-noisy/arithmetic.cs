using System.Runtime.InteropServices;
using System.Threading;

public static class Kernel {
	const int N = 16 * 1024 * 1024;

	static byte[] data;
	static int position;

	// The neighbour's finished work: portions of 1024 multiplications.
	static long done;

	// Multiplies in a chain and touches no memory, on the other core.
	static void Neighbour() {
		Cyclelab.Stay(1);
		for (ulong product = 3;;) {
			for (int j = 0; j < 1024; j++) product *= 0x9e3779b97f4a7c15;
			// Never so, and no compiler knows it.
			if (product == 0) return;
			Volatile.Write(ref done, done + 1);
		}
	}

	public static void Setup(ulong seed) {
		data = new byte[Cyclelab.Parameter("working-set", 2097152)];
		for (int i = 0; i < data.Length; i += 64) data[i] = 1;
		// Not while instructions are counted: there is one core, and the walk alone is counted.
		if (Cyclelab.Cores < 2) return;
		new Thread(Neighbour) { IsBackground = true }.Start();
		while (Volatile.Read(ref done) == 0) Thread.Yield();
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
		long doneBefore = Volatile.Read(ref done);
		for (ulong i = 0; i < iterations; i++) Calc();
		Cyclelab.Meter("cpu", ProcessorTime() - begun);
		Cyclelab.Meter("neighbour", (ulong)(Volatile.Read(ref done) - doneBefore));
		return iterations;
	}
}
