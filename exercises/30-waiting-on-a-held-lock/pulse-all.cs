using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Threading;

public static class Kernel {
	const int heldMs = 40, settleUs = 300;

	static readonly object taken = new object();
	static readonly AutoResetEvent done = new AutoResetEvent(false);
	static int waiting, left;

	// How often the lock was taken, and all were woken.
	static long round;

	// Waits until it is woken, and has to have the lock before it can go on: what the document's 48 threads do.
	static void Wait(uint core) {
		Cyclelab.Stay(core);
		for (long seen = 0;;) {
			lock (taken) {
				while (round == seen) Monitor.Wait(taken);
				seen = round;
			}
			if (Interlocked.Decrement(ref left) == 0) done.Set();
		}
	}

	public static void Setup(ulong seed) {
		waiting = (int)Cyclelab.Parameter("waiters", 1);
		for (int i = 0; i < waiting; i++) {
			uint core = (uint)(i + 1) % Cyclelab.Cores;
			new Thread(() => Wait(core)) { IsBackground = true }.Start();
		}
	}

	struct Time {
		public long seconds, nanoseconds;
	}

	/// <summary>CLOCK_PROCESS_CPUTIME_ID: the time of all threads, by the nanosecond.</summary>
	const int processorTime = 2;

	[DllImport("libc.so.6")]
	static extern int clock_gettime(int clock, out Time time);

	static ulong ProcessorTime() {
		Time now;
		clock_gettime(processorTime, out now);
		return (ulong)(now.seconds * 1000000000 + now.nanoseconds);
	}

	// Lets the others run until they sleep again: who still goes back to the start would disturb what comes next.
	static void Settle() {
		long end = Stopwatch.GetTimestamp() + Stopwatch.Frequency * settleUs / 1000000;
		while (Stopwatch.GetTimestamp() < end) Thread.Yield();
	}

	// An iteration: all are woken at once, as in the document, by a thread that keeps the lock for 40 ms and sleeps.
	public static ulong Run(ulong iterations) {
		ulong begun = ProcessorTime();
		for (ulong i = 0; i < iterations; i++) {
			lock (taken) {
				left = waiting;
				round++;
				Monitor.PulseAll(taken);
				Thread.Sleep(heldMs);
			}
			done.WaitOne();
		}
		Cyclelab.Meter("cpu", ProcessorTime() - begun);
		Settle();
		return iterations;
	}
}
