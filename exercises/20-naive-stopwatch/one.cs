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

	// The document's map: key 0 is its only entry. Its size does not depend on the parameter.
	public static void Setup(ulong seed) {
		map = new Dictionary(1);
		map.Put(0, (uint)seed | 1);
	}

	// The document's loop: one key, a million times.
	public static ulong Run(ulong iterations) {
		ulong sum = 0;
		for (ulong i = 0; i < iterations; i++) {
			sum += map.Get(0);
		}
		return sum;
	}
}
