using System.Diagnostics;
using System.Threading;

public static class Kernel {
	const int workUs = 10000;
	const int repetitions = 10, first = 50, factor = 3, limit = 24 * 20000;

	static readonly object taken = new object();
	static readonly AutoResetEvent ready = new AutoResetEvent(false);
	static long items, delayUs;

	/// <summary>Items the worker has begun to work on, and items sent.</summary>
	static long begun, sends;

	/// <summary>When the worker last gave the lock back, ns.</summary>
	static long released;

	static long Nanoseconds() {
		return (long)(Stopwatch.GetTimestamp() * (1e9 / Stopwatch.Frequency));
	}

	// Work that keeps the core busy for a given time.
	static void Work(long us) {
		long end = Nanoseconds() + us * 1000;
		while (Nanoseconds() < end) {}
	}

	/// <summary>What a PAUSE took on the document's machine: 140 cycles at 3.04 GHz, in units of 10 ps.</summary>
	const long theirPrice = 4600;

	// Pauses for as long as so many took there. By the clock: here a PAUSE is shorter, and a host may interrupt long rows
	// of it.
	static void Pauses(long count) {
		long end = Nanoseconds() + count * theirPrice / 100;
		while (Nanoseconds() < end) Thread.SpinWait(1);
	}

	// The plan of “Spin and back off” as if on that machine: its PAUSE, and the limit for its 24 cores.
	static void Enter() {
		for (int again = 0; again < repetitions; again++) {
			for (long round = first; round < limit; round *= factor) {
				Pauses(round);
				if (Monitor.TryEnter(taken)) return;
			}
		}
		Monitor.Enter(taken);
	}

	// The document's worker: it waits for items, and works on each for 10 ms with the lock in its hands.
	static void Worker() {
		Cyclelab.Stay(1 % Cyclelab.Cores);
		ready.Set();
		for (;;) {
			Enter();
			while (items == 0) Monitor.Wait(taken);
			for (; items > 0; items--) {
				Volatile.Write(ref begun, begun + 1);
				Work(workUs);
			}
			released = Nanoseconds();
			Monitor.Exit(taken);
		}
	}

	public static void Setup(ulong seed) {
		delayUs = 1000 * (long)Cyclelab.Parameter("delay", 1);
		new Thread(Worker) { IsBackground = true }.Start();
		ready.WaitOne();
	}

	// The document's sender: an item under the lock, then something else for 1 to 9 ms. It goes on where it stopped. Its
	// delay counts from when the worker has begun, or how soon the system wakes the worker would decide what is measured.
	public static ulong Run(ulong iterations) {
		long late = 0, wanted = 0;
		for (ulong i = 0; i < iterations; i++) {
			long asked = Nanoseconds();
			Enter();
			wanted += Nanoseconds() - asked;
			// If the lock was given back while this thread wanted it: for how long was it free, and nobody's?
			if (released > asked) late += Nanoseconds() - released;
			items++;
			Monitor.PulseAll(taken);
			Monitor.Exit(taken);
			sends++;
			while (Volatile.Read(ref begun) < sends) Thread.Yield();
			Work(delayUs);
		}
		Cyclelab.Meter("late", (ulong)late);
		Cyclelab.Meter("wanted", (ulong)wanted);
		return iterations;
	}
}
