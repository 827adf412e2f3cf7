using System;
using System.Globalization;
using System.IO;

/// <summary>The list of machine code that CoreCLR keeps for profilers (DOTNET_PerfMapEnabled) in the folder that
/// DOTNET_PerfMapJitDumpPath names: one line for each piece, with address, size and name.</summary>
static class PerfMap {
	internal static string[] Lines() {
		string path = Environment.GetEnvironmentVariable("DOTNET_PerfMapJitDumpPath") + "/perf-" + Native.getpid() + ".map";
		return File.Exists(path) ? File.ReadAllLines(path) : new string[0];
	}

	internal static ulong Hex(string digits) {
		return ulong.Parse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
	}
}
