using System;
using System.Runtime.CompilerServices;

public static class Kernel {
	const int batch = 5000;

	internal class Thing : IDisposable {
		public long id;
		public static ulong givenBack;

		public void Dispose() {
			givenBack++;
			GC.SuppressFinalize(this);
		}

		~Thing() {
			givenBack++;
		}
	}

	internal static Thing last;

	// Not inlined: nothing in the caller's frame still refers to one of them when the collector looks.
	[MethodImpl(MethodImplOptions.NoInlining)]
	static void MakeAndDrop() {
		for (int i = 0; i < batch; i++) {
			last = new Thing { id = i };
			last.Dispose();
		}
		last = null;
	}

	// An iteration makes 5,000 objects, drops them, and has them collected.
	public static ulong Run(ulong iterations) {
		ulong givenBack = Thing.givenBack;
		long before = GC.GetAllocatedBytesForCurrentThread();
		for (ulong i = 0; i < iterations; i++) {
			MakeAndDrop();
			GC.Collect();
			GC.WaitForPendingFinalizers();
		}
		Cyclelab.Meter("allocated", (ulong)(GC.GetAllocatedBytesForCurrentThread() - before));
		Cyclelab.Meter("given-back", Thing.givenBack - givenBack);
		return iterations * batch;
	}
}
