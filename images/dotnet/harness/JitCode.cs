using System.Collections.Generic;
using System.Reflection;
using System.Runtime.InteropServices;
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
		foreach (PerfMap.Piece piece in PerfMap.Read()) {
			int at = piece.name.IndexOf(mark);
			if (at < 0) continue;
			told += piece.size;
			if (told > bytesAtMost) break;
			starts.Add(piece.address);
			// uint64 [learners] Kernel::Run(uint64)[Optimized]
			string method = piece.name.Substring(at + mark.Length);
			method = method.Substring(0, method.LastIndexOf('['));
			for (ulong done = 0; done < piece.size; done += rowBytes)
				Tell(method, piece.address + done, (int)System.Math.Min(piece.size - done, rowBytes));
		}
		return starts;
	}

	static byte[] Read(ulong address, int length) {
		var bytes = new byte[length];
		Marshal.Copy((System.IntPtr)(long)address, bytes, 0, length);
		return bytes;
	}

	static void Tell(string method, ulong address, int length) {
		var hex = new StringBuilder();
		foreach (byte one in Read(address, length)) hex.Append(one.ToString("x2"));
		Rows.Write("{\"t\":\"code\",\"method\":" + Rows.Name(method) + ",\"at\":" + Rows.Hex(address) + ",\"bytes\":\"" + hex + "\"}");
	}
}
