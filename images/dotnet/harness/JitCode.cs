using System;
using System.Collections.Generic;
using System.Reflection;
using System.Text;

/// <summary>Rows with the machine code the just-in-time compiler made of the learner's methods, read where it runs. With
/// tiered compilation off there is one version of each, so what is there at the end is what ran.</summary>
static class JitCode {
	/// <summary>Bytes a row carries; the runner puts rows of one method together.</summary>
	const int rowBytes = 128;
	/// <summary>The runner takes no more.</summary>
	const ulong bytesAtMost = 65536;

	/// <summary>Returns the addresses at which the methods begin.</summary>
	internal static List<ulong> Tell(Assembly learners) {
		var starts = new List<ulong>();
		string mark = "[" + learners.GetName().Name + "] ";
		ulong told = 0;
		// The emulator that counts runs this at the end of every process, so no line is taken apart before it is wanted.
		foreach (string line in PerfMap.Lines()) {
			// 0x7f5f95e93280 1e uint64 [learners] Kernel::Run(uint64)[Optimized]
			int at = line.IndexOf(mark, StringComparison.Ordinal);
			if (at < 0) continue;
			string[] parts = line.Split(new[] { ' ' }, 3);
			ulong address = PerfMap.Hex(parts[0].Replace("0x", "")), size = PerfMap.Hex(parts[1]);
			told += size;
			if (told > bytesAtMost) break;
			starts.Add(address);
			string method = line.Substring(at + mark.Length);
			method = method.Substring(0, method.LastIndexOf('['));
			for (ulong done = 0; done < size; done += rowBytes)
				Tell(method, address + done, (int)Math.Min(size - done, rowBytes));
		}
		return starts;
	}

	static unsafe void Tell(string method, ulong address, int length) {
		const string digits = "0123456789abcdef";
		var hex = new StringBuilder();
		byte* code = (byte*)address;
		for (int i = 0; i < length; i++) hex.Append(digits[code[i] >> 4]).Append(digits[code[i] & 15]);
		Rows.Write("{\"t\":\"code\",\"method\":" + Rows.Name(method) + ",\"at\":" + Rows.Hex(address) + ",\"bytes\":\"" + hex + "\"}");
	}
}
