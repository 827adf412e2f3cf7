using System.Runtime.InteropServices;

public static unsafe class Kernel {
	const int Page = 4096;
	static readonly byte[] data = new byte[64 * 1024];
	static byte* page;
	static ulong distance = 24 * 1024;

	// As in the document: the array does not move, and the work begins at its first address that is a multiple of 4 KB.
	public static void Setup(ulong seed) {
		distance = Cyclelab.Parameter("distance", distance);
		long address = GCHandle.Alloc(data, GCHandleType.Pinned).AddrOfPinnedObject().ToInt64();
		page = (byte*)((address + Page - 1) / Page * Page);
	}

	// A store, and a load from `distance` bytes above it. The loaded value is added to both addresses of the next turn: it
	// is zero, but no address is known before, and so each turn waits for the load of the last one.
	public static ulong Run(ulong iterations) {
		byte* low = page, high = page + distance;
		ulong x = 0;
		for (ulong i = 0; i < iterations; i++) {
			*(ulong*)(low + x) = x;
			x = *(ulong*)(high + x);
		}
		return x;
	}
}
