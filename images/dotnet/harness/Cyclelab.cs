using System;
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

	/// <summary>Adds to one of the exercise's meters. Call it once at the end of a call of the kernel, from the thread it
	/// was called on, with what all its iterations cost. An id the exercise does not have is ignored.</summary>
	public static void Meter(string id, ulong amount) {
		Native.cyclelab_meter_of(id, amount);
	}

	/// <summary>How many cores this measurement has: 1, unless the exercise asks for more, and always 1 while instructions
	/// are counted. A thread begins on the core of the thread that started it.</summary>
	public static uint Cores {
		get { return Native.cyclelab_cores_of(); }
	}

	/// <summary>Keeps the calling thread on one of them: 0 is the measuring core, on which <c>Setup</c> and <c>Run</c> are
	/// called.</summary>
	public static void Stay(uint core) {
		Native.cyclelab_stay_of(core);
	}
}

/// <summary>libcyclelab.so: the harness all languages share, its rows, and the rows of CoreCLR's code. What every process
/// calls takes numbers and pointers only: for other types CoreCLR compiles a conversion at each start.</summary>
static class Native {
	const string library = "/opt/cyclelab/lib/libcyclelab.so";

	[UnmanagedFunctionPointer(CallingConvention.Cdecl)]
	internal delegate ulong Run(ulong iterations);

	[UnmanagedFunctionPointer(CallingConvention.Cdecl)]
	internal delegate void Setup(ulong seed);

	[UnmanagedFunctionPointer(CallingConvention.Cdecl)]
	internal delegate void BeforeEnd();

	[DllImport(library)]
	internal static extern int cyclelab_run(IntPtr kernel, IntPtr setup, IntPtr beforeEnd);

	[DllImport(library)]
	internal static extern ulong cyclelab_parameter_of(string name, ulong fallback);

	[DllImport(library)]
	internal static extern void cyclelab_meter_of(string id, ulong amount);

	[DllImport(library)]
	internal static extern uint cyclelab_cores_of();

	[DllImport(library)]
	internal static extern void cyclelab_stay_of(uint core);

	[DllImport(library)]
	internal static extern unsafe void cyclelab_row(byte* bytes, ulong length);

	[DllImport(library)]
	internal static extern IntPtr cyclelab_code_of(IntPtr assembly);

	[DllImport(library)]
	internal static extern int cyclelab_has_told(ulong address);
}
