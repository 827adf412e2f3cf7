using System;
using System.IO;
using System.Runtime;
using System.Runtime.CompilerServices;

public static class Kernel {
	const int nodes = 100, inChain = 50, references = 131072;
	// Arrays that no node uses. The nodes of a chain die together, so their arrays can be lent to the next chain.
	static readonly object[][] lent = new object[inChain][];

	internal class Node {
		internal static ulong finalized;
		internal readonly object[] array;
		internal readonly Node next;

		public Node(object[] array, Node next) {
			this.array = array;
			this.next = next;
		}

		~Node() {
			finalized++;
		}
	}

	static Node first;

	// Not inlined: nothing in the caller's frame still refers to a chain when the collector looks.
	[MethodImpl(MethodImplOptions.NoInlining)]
	static void MakeChains() {
		for (int i = 0; i < nodes; i++) {
			Node next = i % inChain == 0 ? null : first;
			object[] array = lent[i % inChain];
			if (array == null) lent[i % inChain] = array = new object[references];
			else Array.Clear(array, 0, references);
			first = new Node(array, next);
		}
	}

	// What of this process is in the machine's memory, in bytes.
	static ulong Resident() {
		string[] pages = File.ReadAllText("/proc/self/statm").Split(' ');
		return ulong.Parse(pages[1]) * (ulong)Environment.SystemPageSize;
	}

	// An iteration makes two chains of 50 nodes with 1 MB each, drops them, and has them compacted, collected, finalized.
	public static ulong Run(ulong iterations) {
		ulong finalized = Node.finalized, resident = 0;
		for (ulong i = 0; i < iterations; i++) {
			MakeChains();
			resident += Resident();
			first = null;
			GCSettings.LargeObjectHeapCompactionMode = GCLargeObjectHeapCompactionMode.CompactOnce;
			GC.Collect();
			GC.WaitForPendingFinalizers();
		}
		Cyclelab.Meter("resident", resident);
		Cyclelab.Meter("finalized", Node.finalized - finalized);
		return iterations * nodes;
	}
}
