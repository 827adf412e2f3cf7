using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Threading;

public static class Kernel {
	const int heldMs = 40, settleUs = 300;
	const int repetitions = 10, first = 50, factor = 3, limit = 2 * 20000;

	static readonly object taken = new object();
	static readonly AutoResetEvent done = new AutoResetEvent(false);
	static AutoResetEvent[] begin;
	static int left;

	// The plan of “Spin and back off” with the limit for two cores, before the runtime's own lock is asked.
	static void Enter() {
		for (int again = 0; again < repetitions; again++) {
			for (int round = first; round < limit; round *= factor) {
				Thread.SpinWait(round);
				if (Monitor.TryEnter(taken)) return;
			}
		}
		Monitor.Enter(taken);
	}

	static void Exit() {
		Monitor.Exit(taken);
	}

	static void Wait(uint core, AutoResetEvent mine) {
		Cyclelab.Stay(core);
		for (;;) {
			mine.WaitOne();
			Enter();
			Exit();
			if (Interlocked.Decrement(ref left) == 0) done.Set();
		}
	}

	public static void Setup(ulong seed) {
		uint waiters = (uint)Cyclelab.Parameter("waiters", 1), cores = Cyclelab.Cores;
		begin = new AutoResetEvent[waiters];
		for (uint i = 0; i < waiters; i++) {
			var mine = begin[i] = new AutoResetEvent(false);
			uint core = (i + 1) % cores;
			new Thread(() => Wait(core, mine)) { IsBackground = true }.Start();
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

	// An iteration: the lock is held for 40 ms by a thread that is not even running, and all others want it.
	public static ulong Run(ulong iterations) {
		ulong begun = ProcessorTime();
		for (ulong i = 0; i < iterations; i++) {
			left = begin.Length;
			Enter();
			foreach (AutoResetEvent waiter in begin) waiter.Set();
			Thread.Sleep(heldMs);
			Exit();
			done.WaitOne();
		}
		Cyclelab.Meter("cpu", ProcessorTime() - begun);
		Settle();
		return iterations;
	}
}
