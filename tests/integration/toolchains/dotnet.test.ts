/** C# on Mono and CoreCLR in real sandboxes: exact counts, equal results, compiler messages, and the shown code runs. */
import { describe, expect, test } from 'vitest';
import { kernels } from '../../../runner/fixtures/dotnet/kernels.ts';
import { readProcess, type ProcessOutcome } from '../../../runner/src/measure/process.ts';
import { dotnetLimits, inForce } from '../../../runner/src/sandbox/limits.ts';
import { coreclr } from '../../../runner/src/toolchains/coreclr.ts';
import { mono } from '../../../runner/src/toolchains/mono.ts';
import type {
	Build,
	BuiltProgram,
	DisassembledProgram,
	Steps,
	Toolchain
} from '../../../runner/src/toolchains/toolchain.ts';
import { expectNineSamples } from './harness-rows.ts';
import { value } from './pool.ts';
import { asked, callsOfThree, executedInCalls, inCalls, programsForAll } from './programs.ts';

const { tools, carry, inspect, program, checksum, withSandbox, buildOf, kernelSource, measure } =
	programsForAll('dotnet', 'cs');

const runtimes: [string, Toolchain][] = [
	['mono', mono],
	['coreclr', coreclr]
];

/** One process of the harness in a measuring sandbox, as a runner reads it. */
async function measured(
	build: Build,
	made: BuiltProgram,
	toolchain: Toolchain,
	env: Record<string, string>
): Promise<ProcessOutcome> {
	const output = await measure(toolchain, build, made, env);
	return readProcess(output, build.variant, inForce(dotnetLimits.measure, 'measure'));
}

const inRuntimes = kernels.flatMap((kernel) => [
	{ ...kernel, runtime: 'mono', toolchain: mono, expected: { once: 0, ...kernel.mono } },
	{ ...kernel, runtime: 'coreclr', toolchain: coreclr, expected: { once: 0, ...kernel.coreclr } }
]);

describe('counts are exact', () => {
	test.for(inRuntimes)('$name, $runtime', async ({ name, toolchain, expected, ...kernel }) => {
		const build = buildOf(toolchain, await kernelSource(name));
		const { seen, counted } = await program(toolchain, build, inCalls);
		const n = asked.iterations;
		const timed = seen.functions.filter(({ symbol }) => expected.functions.includes(symbol));
		const counts = timed
			.flatMap(({ instructions }) => instructions)
			.map(({ address, line }) => ({ line, count: counted.counts.get(address) ?? NaN }));
		const atLine = counts.filter(({ line }) => line === kernel.line).map(({ count }) => count);
		expect({
			totals: executedInCalls(counted, timed),
			times: Math.max(...atLine),
			checksum: BigInt(`0x${counted.results[0]}`)
		}).toEqual({
			totals: callsOfThree.map(
				(length, i) => expected.total(length) - (i === 0 ? 0 : expected.once)
			),
			times: kernel.times(n),
			checksum: kernel.checksum(n)
		});
	});
});

test('on coreclr, what a library executes is counted as well', async () => {
	const each = async (term: string) => {
		const source = `using System.Linq;
public static class Kernel {
	static readonly int[] numbers = Enumerable.Range(1, 100).ToArray();
	public static ulong Run(ulong n) { ulong sum = 0; for (ulong i = 0; i < n; i++) sum += ${term}; return sum; }
}
`;
		const { counted } = await program(coreclr, buildOf(coreclr, source), inCalls);
		const [, half, whole] = counted.calls.map(({ unshown = [] }) =>
			unshown.reduce((all, { executed }) => all + executed, 0)
		);
		const [, fewer = NaN, more = NaN] = callsOfThree;
		return ((whole ?? NaN) - (half ?? NaN)) / (more - fewer);
	};
	const byLibrary = await each('(ulong)numbers.Sum()');
	// Eight of the hundred numbers at once.
	expect(byLibrary).toBeGreaterThan(100 / 8);
	// But for the runtime's own threads.
	expect(await each('i * i')).toBeLessThan(byLibrary / 2);
});

test('on coreclr, a span that cannot be written to is indexed and walked', async () => {
	const source = `using System;
public static class Kernel {
	static int Sum(ReadOnlySpan<int> numbers) { int sum = numbers[1]; foreach (int n in numbers) sum += n; return sum; }
	public static ulong Run(ulong n) { ulong sum = 0; for (ulong i = 0; i < n; i++) sum += (ulong)Sum(new[] { 1, 2, 3 }) + "b".AsSpan()[0]; return sum; }
}
`;
	expect(await checksum(coreclr, source)).toBe(BigInt(asked.iterations * (2 + 6 + 98)));
});

test('on coreclr, what only .NET’s class library has is compiled against it', async () => {
	const source = `using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
public static class Kernel {
	public static ulong Run(ulong n) {
		var sum = Vector256<int>.Zero;
		for (ulong i = 0; i < n; i++) sum = Avx2.Add(sum, Vector256.Create(3));
		return (ulong)sum.GetElement(7);
	}
}
`;
	expect(await checksum(coreclr, source)).toBe(BigInt(asked.iterations * 3));
});

test('on coreclr, a process that is counted finds as many cores as one that is timed has', async () => {
	const source = `public static class Kernel {
	static readonly int processors = System.Environment.ProcessorCount;
	public static ulong Run(ulong n) { return n * (ulong)processors; }
}
`;
	const { counted } = await program(coreclr, { ...buildOf(coreclr, source), cores: 3 });
	expect(counted.results.map((result) => Number(`0x${result}`))).toEqual([asked.iterations * 3]);
});

test('on coreclr, if threads’ prints are mixed twice, a further process prints each method that is missing', async () => {
	const source = `using System.Runtime.CompilerServices;
using System.Threading;
public static class Kernel {
	const MethodImplOptions apart = MethodImplOptions.NoInlining;
	struct Pair<A, B> {
		[MethodImpl(apart)] public B First<C>(B first, C other) { return first; }
	}
	static int sum;
	[MethodImpl(apart)] static void Add(int n) { Interlocked.Add(ref sum, n); }
	[MethodImpl(apart)] static void Add(long n) { Interlocked.Add(ref sum, (int)n + 1); }
	[MethodImpl(apart)] static T Same<T>(T value) { return value; }
	public static ulong Run(ulong n) {
		var thread = new Thread(() => { Add(1); Add(2L); Add(Same(3)); Same("a"); Add(new Pair<string, int>().First(4, 5.0)); });
		thread.Start();
		thread.Join();
		return (ulong)sum * n;
	}
}
`;
	const build = buildOf(coreclr, source);
	const made = value(await carry(coreclr.build(build)));
	const text =
		'; Assembly listing for method A:A() (FullOpts)\n; Assembly listing for method B:B() (FullOpts)\n';
	const asked: string[] = [];
	function* mixedAtFirst(): Steps<DisassembledProgram> {
		const steps = coreclr.disassemble(build, made, 1);
		let next = steps.next();
		while (!next.done) {
			const printed = next.value[0]?.command.env.DOTNET_JitDisasm;
			const got = yield next.value;
			const [first, ...others] = got;
			if (printed !== undefined) asked.push(printed);
			next = steps.next(
				first && printed === '*'
					? [
							{ ...first, fetched: new Map([[`${build.variant}.jit.txt`, Buffer.from(text)]]) },
							...others
						]
					: got
			);
		}
		return next.value;
	}
	const seen = value(await carry(mixedAtFirst()));
	const shown = seen.representations?.[0]?.phases[0]?.text ?? '';
	const methods = [...shown.matchAll(/^; Assembly listing for method (.*) \(FullOpts\)$/gm)];
	expect([asked.slice(0, 2), asked.length]).toEqual([['*', '*'], 3]);
	expect(methods.map(([, name]) => name).toSorted()).toEqual([
		'Kernel+Pair`2[System.__Canon,int]:First[double](int,double):int:this',
		'Kernel:<Run>m__0()',
		'Kernel:Add(int)',
		'Kernel:Add(long)',
		'Kernel:Run(ulong):ulong',
		'Kernel:Same[System.__Canon](System.__Canon):System.__Canon',
		'Kernel:Same[int](int):int'
	]);
});

describe.for(runtimes)('on %s', ([name, toolchain]) => {
	test('of a file without a kernel nothing but the sentence that names the missing class is left', async () => {
		const build = buildOf(toolchain, 'public static class Other { }\n');
		const made = value(await carry(toolchain.build(build)));
		const seen = await carry(toolchain.disassemble(build, made));
		// Mono has no machine code to show and fails; CoreCLR shows none and says what is missing.
		const [functions, missing] = seen.ok
			? [seen.value.functions, seen.value.unfinished]
			: [[], seen.failure];
		expect(functions).toEqual([]);
		expect(missing).toMatchObject({
			kind: 'compile-error',
			text: 'The file needs a public static class Kernel with public static ulong Run(ulong iterations).'
		});
	});

	test('generic classes with static fields, memory on the stack and the library have the same code in each process', async () => {
		const source = `using System;
using System.Collections.Generic;
using System.Linq;
public static class Kernel {
	public static unsafe ulong Run(ulong n) {
		ulong sum = 0;
		for (ulong i = 0; i < n; i++) {
			var list = new List<ulong>();
			list.Add(i);
			int* places = stackalloc int[16];
			for (int k = 0; k < 16; k++) places[k] = (int)i + k;
			sum += list[0] + (ulong)places[(int)(i & 15)];
		}
		var words = new List<string> { "b", "a", "c" };
		words.Sort();
		var squares = Enumerable.Range(1, 4).Select(x => x * x).Sum();
		return sum + (ulong)(words.IndexOf("c") + squares + (int)Math.Sqrt(49)) + new Dictionary<ulong, ulong> { { n, n } }[n];
	}
}
`;
		let sum = 2n + 30n + 7n + 1000n;
		for (let i = 0n; i < 1000n; i++) sum += 2n * i + (i & 15n);
		expect(await checksum(toolchain, source, { iterations: 1000 })).toBe(sum);
	});

	test('flags reach the compiler, setup runs once with the seed, and parameters reach the kernel', async () => {
		const source = `public static class Kernel {
	static ulong seeded, setups;
	public static void Setup(ulong seed) { seeded = seed; setups++; }
	public static ulong Run(ulong n) {
		ulong told = (setups * 1000 + seeded) * 1000 + Cyclelab.Parameter("working-set", 9) * 10 + Cyclelab.Parameter("other", 9);
#if TWICE
		told *= 2;
#endif
		return told;
	}
}
`;
		const build = buildOf(toolchain, source, { flags: ['-define:TWICE', '-checked'] });
		const parameters = { 'working-set': 7, 'working-set-too': 8 };
		const { counted } = await program(toolchain, build, { seed: 42, parameters });
		expect(parseInt(counted.results[0], 16)).toBe(2 * 1_042_079);
	});

	test('an index out of bounds ends the process with the exception’s message', async () => {
		const source = `public static class Kernel {
	static int[] few = new int[3];
	public static ulong Run(ulong n) { return (ulong)few[(int)n]; }
}
`;
		const build = buildOf(toolchain, source);
		const made = value(await carry(toolchain.build(build)));
		const outcome = await measured(build, made, toolchain, { CYCLELAB_SAMPLES: '3' });
		expect(outcome).toMatchObject({ ok: false, failure: { kind: 'crash', exitCode: 1 } });
		if (!outcome.ok && outcome.failure.kind === 'crash')
			expect(outcome.failure.text).toMatch(
				/^Unhandled exception: System.IndexOutOfRangeException: .*\n +at Kernel\.Run ?\(.*\n$/
			);
	});

	test('a measuring process sends the requested number of samples and runs the shown code', async () => {
		const build = buildOf(toolchain, await kernelSource('virtual'));
		const { made, seen } = await inspect(toolchain, build);
		const env = { CYCLELAB_SAMPLES: '9', CYCLELAB_TARGET_US: '50', CYCLELAB_LOOPS: '1' };
		const outcome = await measured(build, made, toolchain, env);
		if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
		expectNineSamples('cs', outcome.rows);
		expect(toolchain.doubt?.(outcome.rows, seen, build.variant)).toBeUndefined();
		const other = await inspect(toolchain, buildOf(toolchain, await kernelSource('add')));
		expect(toolchain.doubt?.(outcome.rows, other.seen, build.variant)).toMatchObject({
			kind: 'implausible',
			reason:
				name === 'mono'
					? 'Mono did not run the kernel from the code that is shown.'
					: 'CoreCLR made other code of Kernel::Run(uint64) than what is shown.'
		});
	});

	test('the garbage of a kernel that allocates endlessly is collected', async () => {
		const source = `public static class Kernel {
	static byte[] last;
	public static ulong Run(ulong n) {
		for (ulong i = 0; i < n; i++) last = new byte[65536];
		return (ulong)last.Length;
	}
}
`;
		const build = buildOf(toolchain, source);
		const made = value(await carry(toolchain.build(build)));
		const env = { CYCLELAB_SAMPLES: '100', CYCLELAB_TARGET_US: '500', CYCLELAB_BUDGET_MS: '1000' };
		const outcome = await measured(build, made, toolchain, env);
		expect(outcome.ok && outcome.rows.samples.length).toBeGreaterThan(10);
	});
});

test('a measurement is refused if Mono compiles just in time because its precompiled image does not match', async () => {
	const build = buildOf(mono, await kernelSource('add'));
	const { made, seen } = await inspect(mono, build);
	const other = { ...build, variant: 'other' };
	const stale = value(await carry(mono.build(other)));
	const image = await tools().get(stale.artifacts.find((name) => name.endsWith('.so')) ?? '');
	const counted = await withSandbox('tools', async (sandbox) => {
		for (const name of made.artifacts)
			await sandbox.put(name, name.endsWith('.so') ? image : await tools().get(name));
		return carry(mono.count(build, made, seen, asked), sandbox);
	});
	expect(counted).toEqual({
		ok: false,
		failure: {
			stage: 'count',
			variant: build.variant,
			kind: 'implausible',
			bound: 'sameCode',
			reason: 'Mono did not run the kernel from the code that is shown.'
		}
	});
});
