using System;
using System.Runtime.CompilerServices;

public static class Kernel {
	const int batch = 5000;

	// One object with a finalizer stands guard over all of a batch, and gives back for each that was registered with it.
	internal class Guard {
		public ulong registered;
		public static ulong givenBack;

		~Guard() {
			givenBack += registered;
		}
	}

	internal class Thing {
		public long id;
		internal readonly Guard guard;

		// A thing keeps its guard alive. So the guard's turn comes when the last of its things is gone.
		public Thing(Guard guard) {
			this.guard = guard;
			guard.registered++;
		}
	}

	internal static Thing last;

	// Not inlined: nothing in the caller's frame still refers to one of them when the collector looks.
	[MethodImpl(MethodImplOptions.NoInlining)]
	static void MakeAndDrop() {
		var guard = new Guard();
		for (int i = 0; i < batch; i++) {
			last = new Thing(guard) { id = i };
		}
		last = null;
	}

	// An iteration makes 5,000 objects, drops them, and has them collected and given back.
	public static ulong Run(ulong iterations) {
		ulong givenBack = Guard.givenBack;
		long before = GC.GetAllocatedBytesForCurrentThread();
		for (ulong i = 0; i < iterations; i++) {
			MakeAndDrop();
			GC.Collect();
			GC.WaitForPendingFinalizers();
		}
		Cyclelab.Meter("allocated", (ulong)(GC.GetAllocatedBytesForCurrentThread() - before));
		Cyclelab.Meter("given-back", Guard.givenBack - givenBack);
		return iterations * batch;
	}
}
