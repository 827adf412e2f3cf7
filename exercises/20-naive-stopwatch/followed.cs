// An ordinary hash map with chains: a table of places, and entries in the order in which they were put in.
public sealed class Dictionary {
	struct Entry {
		public uint Key, Value;
		public int Next;
	}

	readonly Entry[] entries;
	readonly int[] places;
	readonly uint mask;
	int count;

	public Dictionary(uint capacity) {
		entries = new Entry[capacity];
		places = new int[capacity];
		mask = capacity - 1;
		for (int i = 0; i < places.Length; i++) places[i] = -1;
	}

	public void Put(uint key, uint value) {
		entries[count].Key = key;
		entries[count].Value = value;
		entries[count].Next = places[key & mask];
		places[key & mask] = count++;
	}

	// The value of a key; 0 if the key is absent.
	public uint Get(uint key) {
		for (int i = places[key & mask]; i >= 0; i = entries[i].Next) {
			if (entries[i].Key == key) return entries[i].Value;
		}
		return 0;
	}
}

public static class Kernel {
	static Dictionary map;
	static uint at;

	// Keys 0 to n - 1. Each one's value is another key, and following values leads through all of them in one cycle: a
	// linear congruential generator of full period (Hull and Dobell).
	public static void Setup(ulong seed) {
		uint count = (uint)Cyclelab.Parameter("entries", 1024), step = (uint)seed | 1;
		uint mask = count - 1;
		map = new Dictionary(count);
		for (uint i = 0; i < count; i++) map.Put(i, (i * 0x9e3779b1 + step) & mask);
	}

	// Each value is the next key, as when one table refers to another. It goes on where it stopped.
	public static ulong Run(ulong iterations) {
		ulong sum = 0;
		uint key = at;
		for (ulong i = 0; i < iterations; i++) {
			key = map.Get(key);
			sum += key;
		}
		at = key;
		return sum;
	}
}
