using System;
using System.Globalization;
using System.IO;
using System.Reflection;

/// <summary>Rows that say where Mono mapped the ahead-of-time image of the learner's assembly and where the kernel is,
/// and that name the learner's methods whose code is not from that image.</summary>
static class AotImage {
	/// <summary>The runner takes no more.</summary>
	const int namedAtMost = 16;

	internal static void Tell(Assembly learners, MethodInfo kernel) {
		ulong from = 0, to = 0;
		string name = "/" + Path.GetFileName(learners.Location) + ".so";
		foreach (string line in File.ReadAllLines("/proc/self/maps")) {
			// 7f12-7f34 r-xp 00001000 00:2a 17   /path/name.dll.so
			string[] parts = line.Split(new[] { ' ' }, 6, StringSplitOptions.RemoveEmptyEntries);
			if (parts.Length < 6 || !parts[5].EndsWith(name)) continue;
			string[] range = parts[0].Split('-');
			if (Hex(parts[2]) == 0) from = Hex(range[0]);
			to = Hex(range[1]);
		}
		Rows.Write("{\"t\":\"image\",\"at\":" + Rows.Hex(from) + ",\"kernel\":" + Rows.Hex(Methods.AddressOf(kernel)) + "}");
		int named = 0;
		foreach (MethodBase method in Methods.Of(learners)) {
			ulong at = Methods.AddressOf(method);
			if (at >= from && at < to) continue;
			if (named++ == namedAtMost) return;
			Rows.Write("{\"t\":\"jit\",\"method\":" + Rows.Name(method.DeclaringType.FullName + "." + method.Name) + "}");
		}
	}

	static ulong Hex(string digits) {
		return ulong.Parse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
	}
}
