using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;

/// <summary>The list of machine code that CoreCLR keeps for profilers (DOTNET_PerfMapEnabled) in the folder that
/// DOTNET_PerfMapJitDumpPath names: one line for each piece, with address, size and name.</summary>
static class PerfMap {
	internal struct Piece {
		internal ulong address, size;
		internal string name;
	}

	internal static IEnumerable<Piece> Read() {
		string path = Environment.GetEnvironmentVariable("DOTNET_PerfMapJitDumpPath") + "/perf-" + Native.getpid() + ".map";
		if (!File.Exists(path)) yield break;
		foreach (string line in File.ReadAllLines(path)) {
			string[] parts = line.Split(new[] { ' ' }, 3);
			if (parts.Length < 3) continue;
			yield return new Piece { address = Hex(parts[0].Replace("0x", "")), size = Hex(parts[1]), name = parts[2] };
		}
	}

	internal static ulong Hex(string digits) {
		return ulong.Parse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
	}
}
