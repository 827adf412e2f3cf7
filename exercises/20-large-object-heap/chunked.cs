using System;
using System.IO;
using System.Runtime;
using System.Runtime.CompilerServices;

public static class Kernel {
	const int nodes = 100, inChain = 50, references = 131072, bytesOfReference = 8;
	// The document's chunk: just below the 85,000 bytes from which on CoreCLR counts an object as large.
	const int chunkBytes = 80000;

	// Room for as many references, in pieces no larger than a chunk.
	internal class Pieces {
		readonly object[][] pieces;

		public Pieces(int length) {
			const int longest = chunkBytes / bytesOfReference;
			pieces = new object[(length + longest - 1) / longest][];
			for (int i = 0; i < pieces.Length; i++) {
				pieces[i] = new object[Math.Min(longest, length - i * longest)];
			}
		}
	}

	internal class Node {
		internal static ulong finalized;
		internal readonly Pieces pieces;
		internal readonly Node next;

		public Node(Pieces pieces, Node next) {
			this.pieces = pieces;
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
			first = new Node(new Pieces(references), next);
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
