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
			string method = piece.name.Substring(at + mark.Length).Replace("[Optimized]", "").Replace("[MinOptJitted]", "");
			for (ulong done = 0; done < piece.size; done += rowBytes)
				Tell(method, piece.address + done, (int)System.Math.Min(piece.size - done, rowBytes));
		}
		return starts;
	}

	/// <summary>Rows with the stubs through which methods are called that had no code yet when their callers got theirs: a
	/// jump each, in pieces that hold many.</summary>
	internal static void TellStubs(List<ulong> starts) {
		const byte jump = 0xe9;
		const ulong stubBytes = 8, jumpBytes = 5;
		foreach (PerfMap.Piece piece in PerfMap.Read()) {
			if (!piece.name.EndsWith("<PRECODE_FIXUP>")) continue;
			byte[] bytes = Read(piece.address, (int)piece.size);
			for (ulong i = 0; i + jumpBytes <= piece.size; i += stubBytes) {
				ulong at = piece.address + i;
				ulong to = at + jumpBytes + (ulong)(long)System.BitConverter.ToInt32(bytes, (int)i + 1);
				if (bytes[i] == jump && starts.Contains(to))
					Rows.Write("{\"t\":\"stub\",\"at\":" + Rows.Hex(at) + ",\"to\":" + Rows.Hex(to) + "}");
			}
		}
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
