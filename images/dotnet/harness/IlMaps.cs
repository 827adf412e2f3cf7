using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;

/// <summary>Rows that say from which offset of which method's IL each piece of machine code came. CoreCLR tells it in
/// events; an EventListener is not given their arrays, so the events are taken as bytes, from the functions behind
/// EventListener. They are private: this works with the one runtime in this image.</summary>
sealed class IlMaps {
	const uint methodLoadVerbose = 143, methodIlToNativeMap = 190;
	/// <summary>JitKeyword and JittedMethodILToNativeMapKeyword of Microsoft-Windows-DotNETRuntime; level 5 is verbose.</summary>
	const ulong keywords = 0x10 | 0x20000;
	const uint verbose = 5, bufferMiB = 8;
	const int pairsInRow = 16;

	readonly MethodInfo next;
	readonly Type pointer;
	readonly ulong session;

	internal IlMaps() {
		Type pipe = Named("EventPipeInternal"), provider = Named("EventPipeProviderConfiguration");
		pointer = Named("EventPipeEventInstanceData").MakePointerType();
		const BindingFlags ours = BindingFlags.Static | BindingFlags.NonPublic;
		next = pipe.GetMethod("GetNextEvent", ours);
		Array providers = Array.CreateInstance(provider, 1);
		providers.SetValue(Activator.CreateInstance(provider, BindingFlags.Instance | BindingFlags.NonPublic, null,
			new object[] { "Microsoft-Windows-DotNETRuntime", keywords, verbose, null }, null), 0);
		object netTrace = Enum.ToObject(Named("EventPipeSerializationFormat"), 1);
		// There are two of this name: the other one takes pointers.
		MethodInfo enable = Array.Find(pipe.GetMethods(ours),
			one => one.Name == "Enable" && one.GetParameters()[0].ParameterType == typeof(string));
		session = (ulong)enable.Invoke(null, new object[] { null, netTrace, bufferMiB, providers });
	}

	static Type Named(string name) {
		return typeof(object).Assembly.GetType("System.Diagnostics.Tracing." + name, true);
	}

	/// <summary>Layout of the runtime's EventPipeEventInstanceData.</summary>
	[StructLayout(LayoutKind.Sequential)]
	struct Event {
		internal IntPtr provider;
		internal uint id, thread;
		internal long time;
		internal Guid activity, child;
		internal IntPtr payload;
		internal uint length;
	}

	/// <summary>Of the methods whose code was told of.</summary>
	internal unsafe void Tell() {
		var tokens = new Dictionary<ulong, uint>();
		var starts = new Dictionary<ulong, ulong>();
		var maps = new List<byte[]>();
		Event one;
		while ((bool)next.Invoke(null, new object[] { session, Pointer.Box(&one, pointer) })) {
			if (one.id != methodLoadVerbose && one.id != methodIlToNativeMap) continue;
			var bytes = new byte[one.length];
			Marshal.Copy(one.payload, bytes, 0, bytes.Length);
			if (one.id == methodIlToNativeMap) maps.Add(bytes);
			else {
				// MethodID, ModuleID, MethodStartAddress (8 bytes each), MethodSize, MethodToken (4 each)
				ulong method = BitConverter.ToUInt64(bytes, 0);
				starts[method] = BitConverter.ToUInt64(bytes, 16);
				tokens[method] = BitConverter.ToUInt32(bytes, 28);
			}
		}
		foreach (byte[] map in maps) {
			ulong method = BitConverter.ToUInt64(map, 0);
			if (starts.ContainsKey(method) && Native.cyclelab_has_told(starts[method]) != 0) Tell(starts[method], tokens[method], map);
		}
	}

	/// <param name="map">MethodID, ReJITID (8 bytes each), MethodExtent (1), CountOfMapEntries (2), then that many IL
	/// offsets and as many native offsets (4 each). Negative IL offsets are prologue, epilogue and unmapped code.</param>
	static void Tell(ulong start, uint token, byte[] map) {
		int count = BitConverter.ToUInt16(map, 17);
		for (int from = 0; from < count; from += pairsInRow) {
			var pairs = new StringBuilder();
			for (int i = from; i < Math.Min(count, from + pairsInRow); i++) {
				int il = BitConverter.ToInt32(map, 19 + 4 * i), native = BitConverter.ToInt32(map, 19 + 4 * (count + i));
				pairs.Append(pairs.Length == 0 ? "[" : ",[").Append(native).Append(',').Append(il).Append(']');
			}
			Rows.Write("{\"t\":\"il\",\"at\":" + Rows.Hex(start) + ",\"token\":" + token + ",\"pairs\":[" + pairs + "]}");
		}
	}
}
