using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

public static class Kernel {
	const int batch = 5000;

	internal class Thing {
		public long id;
	}

	const int kept = 20000, pinned = 1000;
	static readonly byte[][] buffers = new byte[kept][];
	static readonly GCHandle[] pins = new GCHandle[pinned];

	// Buffers that outlive every iteration, one in twenty of them pinned.
	public static void Setup(ulong seed) {
		for (int i = 0; i < kept; i++) {
			buffers[i] = new byte[64];
			if (i % (kept / pinned) == 0)
				pins[i / (kept / pinned)] = GCHandle.Alloc(buffers[i], GCHandleType.Pinned);
		}
	}

	internal static Thing last;

	// Not inlined: nothing in the caller's frame still refers to one of them when the collector looks.
	[MethodImpl(MethodImplOptions.NoInlining)]
	static void MakeAndDrop() {
		for (int i = 0; i < batch; i++) {
			last = new Thing { id = i };
		}
		last = null;
	}

	// An iteration makes 5,000 objects, drops them, and has them collected.
	public static ulong Run(ulong iterations) {
		long before = GC.GetAllocatedBytesForCurrentThread();
		for (ulong i = 0; i < iterations; i++) {
			MakeAndDrop();
			GC.Collect();
			GC.WaitForPendingFinalizers();
		}
		Cyclelab.Meter("allocated", (ulong)(GC.GetAllocatedBytesForCurrentThread() - before));
		return iterations * batch;
	}
}
