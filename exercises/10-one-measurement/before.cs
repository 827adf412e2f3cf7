using System.Runtime.InteropServices;

public static class Kernel {
	const uint orderCount = 1 << 16;

	// No constant: built in, another number makes code of another length, which alone moves the loop and can cost a third.
	static uint passes = 10;

	// One cache line each, 4 MB in all: more than the L2 of most cores holds, less than most third ones do.
	[StructLayout(LayoutKind.Sequential, Size = 64)]
	struct Order {
		public ulong amount;
	}

	static readonly Order[] orders = new Order[orderCount];

	// The way through them, as a list sorted by date has it: to and fro.
	static readonly int[] byDate = new int[orderCount];

	public static void Setup(ulong seed) {
		ulong random = seed;
		for (uint i = 0; i < orderCount; i++) {
			random = random * 6364136223846793005 + 1442695040888963407;
			uint j = (uint)((random >> 32) * (i + 1) >> 32);
			orders[i].amount = random >> 44;
			byDate[i] = byDate[j];
			byDate[j] = (int)i;
		}
	}

	// An iteration adds up all orders, ten times over.
	public static ulong Run(ulong iterations) {
		Order[] all = orders;
		int[] way = byDate;
		ulong total = 0;
		for (ulong pass = 0; pass < iterations * passes; pass++) {
			for (int i = 0; i < way.Length; i++) {
				total += all[way[i]].amount;
			}
		}
		return total;
	}
}
