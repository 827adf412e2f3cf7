using System.Text;

/// <summary>Rows of this language, in the form of the shared harness: a line of JSON each, at most 512 characters.</summary>
static class Rows {
	const int longestName = 120;

	internal static unsafe void Write(string row) {
		byte[] bytes = Encoding.ASCII.GetBytes(row + "\n");
		fixed (byte* first = bytes) Native.cyclelab_row(first, (ulong)bytes.Length);
	}

	/// <summary>A name as a JSON string: cut if long; what is not plain ASCII, and what JSON escapes, becomes a question
	/// mark.</summary>
	internal static string Name(string name) {
		var text = new StringBuilder("\"");
		foreach (char c in name.Length > longestName ? name.Substring(0, longestName) : name)
			text.Append(c < ' ' || c > '~' || c == '"' || c == '\\' ? '?' : c);
		return text.Append('"').ToString();
	}

	internal static string Hex(ulong number) {
		return "\"" + number.ToString("x") + "\"";
	}
}
