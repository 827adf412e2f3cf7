using System;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Threading;

/// <summary>The program: loads a learner's assembly, hands its kernel to the harness all languages share, and reports which
/// machine code ran. The learner's file is a separate assembly, found by reflection, so that its compiler's words, its
/// lines and its image of machine code are the learner's alone. CoreCLR compiles every method and every lambda of ours at each
/// start, also under the emulator that counts, so what every process calls is in few methods.</summary>
static class Harness {
	/// <summary>Exit status of a file without a kernel; <c>coreclr.ts</c> knows it.</summary>
	const int noKernel = 70;
	/// <summary>What the first thread has.</summary>
	const int stackBytes = 8 << 20;

	delegate ulong Kernel(ulong iterations);
	delegate void Setting(ulong seed);

	/// <summary>The learner's assembly, which has its name.</summary>
	static string file;
	static Assembly learners;
	static Kernel kernel;
	static Setting setting;
	static bool mono;
	/// <summary>Null unless this process is asked for the lines of its code.</summary>
	static IlMaps maps;
	/// <summary>The function of libcyclelab.so that tells which code CoreCLR made.</summary>
	static IntPtr tellCode;

	static int Main(string[] arguments) {
		file = arguments[0];
		learners = Assembly.LoadFrom(file);
		Type type = learners.GetType("Kernel");
		kernel = Find<Kernel>(type, "Run");
		setting = Find<Setting>(type, "Setup");
		if (kernel == null) return noKernel;

		mono = typeof(object).Assembly.GetType("Mono.Runtime") != null;
		bool lines = Environment.GetEnvironmentVariable("CYCLELAB_LINES") == "1";
		if (lines && !mono) maps = new IlMaps();
		else if (!mono) NumberAlike();
		return Environment.GetEnvironmentVariable("CYCLELAB_CORES") == null ? Measure() : OnThread();
	}

	/// <summary>IlMaps calls by reflection, for which CoreCLR makes a generic class of its own. It numbers those that have static fields, and
	/// the numbers stand in the machine code that uses one (<c>new List&lt;ulong&gt;()</c>), so every process makes such a call: else a
	/// process that tells its lines would have other code than the others.</summary>
	static void NumberAlike() {
		const BindingFlags ours = BindingFlags.Static | BindingFlags.NonPublic;
		typeof(Harness).GetMethod("Ignore", ours).Invoke(null, new object[] { null });
	}

	static void Ignore(object nothing) { }

	static int Measure() {
		// Kept in variables: the garbage collector does not see that native code holds them.
		Native.Run run = Run;
		Native.Setup setup = Setup;
		Native.BeforeEnd beforeEnd = BeforeEnd;
		tellCode = mono ? IntPtr.Zero : Native.cyclelab_code_of(Marshal.StringToHGlobalAnsi(Path.GetFileNameWithoutExtension(file)));
		int status = Native.cyclelab_run(Marshal.GetFunctionPointerForDelegate(run),
			setting == null ? IntPtr.Zero : Marshal.GetFunctionPointerForDelegate(setup),
			mono || maps != null ? Marshal.GetFunctionPointerForDelegate(beforeEnd) : tellCode);
		GC.KeepAlive(run);
		GC.KeepAlive(setup);
		GC.KeepAlive(beforeEnd);
		return status;
	}

	/// <summary>Where a measurement has several cores, its thread stays on one. Mono counts the processors the first thread
	/// may use, so that must be another one: else whatever spins before it waits would think it runs on a single core.</summary>
	static int OnThread() {
		int status = 0;
		var thread = new Thread(() => status = Measure(), stackBytes);
		thread.Start();
		thread.Join();
		return status;
	}

	static T Find<T>(Type type, string name) where T : class {
		MethodInfo method = type == null ? null : type.GetMethod(name, BindingFlags.Public | BindingFlags.Static);
		return method == null ? null : Delegate.CreateDelegate(typeof(T), method, false) as T;
	}

	// An exception must not pass through native frames, where the runtimes would end the process each in its own way.
	static ulong Run(ulong iterations) {
		try {
			return kernel(iterations);
		} catch (Exception exception) {
			End(exception);
			return 0;
		}
	}

	static void Setup(ulong seed) {
		try {
			setting(seed);
		} catch (Exception exception) {
			End(exception);
		}
	}

	static void BeforeEnd() {
		try {
			if (mono) AotImage.Tell(learners, kernel.Method);
			else {
				((Native.BeforeEnd)Marshal.GetDelegateForFunctionPointer(tellCode, typeof(Native.BeforeEnd)))();
				maps.Tell();
			}
		} catch (Exception exception) {
			End(exception);
		}
	}

	static void End(Exception exception) {
		string text = exception.ToString();
		int ours = text.IndexOf(" at Harness.");
		Console.Error.WriteLine("Unhandled exception: " + (ours < 0 ? text : text.Substring(0, ours).TrimEnd()));
		Environment.Exit(1);
	}
}
