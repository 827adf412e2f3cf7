using System.Runtime.InteropServices;

/// <summary>What a kernel's file may use of ours. It defines
/// <c>public static class Kernel</c> with <c>public static ulong Run(ulong iterations)</c>, which does exactly that many
/// iterations and returns a checksum, and, optionally, <c>public static void Setup(ulong seed)</c>, which runs once,
/// untimed, before the first call.</summary>
public static class Cyclelab {
	/// <summary>The value of a parameter of this run, e.g. <c>Parameter("working-set", 4096)</c>; <c>fallback</c> if it
	/// has none.</summary>
	public static ulong Parameter(string name, ulong fallback) {
		return Native.cyclelab_parameter_of(name, fallback);
	}
}

/// <summary>libcyclelab.so: the harness all languages share, and its rows; and the number of this process.</summary>
static class Native {
	const string library = "/opt/cyclelab/lib/libcyclelab.so";

	[UnmanagedFunctionPointer(CallingConvention.Cdecl)]
	internal delegate ulong Run(ulong iterations);

	[UnmanagedFunctionPointer(CallingConvention.Cdecl)]
	internal delegate void Setup(ulong seed);

	[UnmanagedFunctionPointer(CallingConvention.Cdecl)]
	internal delegate void BeforeEnd();

	[DllImport(library)]
	internal static extern int cyclelab_run(Run kernel, Setup setup, BeforeEnd beforeEnd);

	[DllImport(library)]
	internal static extern ulong cyclelab_parameter_of(string name, ulong fallback);

	[DllImport(library)]
	internal static extern void cyclelab_row(byte[] bytes, ulong length);

	[DllImport("libc.so.6")]
	internal static extern int getpid();
}
