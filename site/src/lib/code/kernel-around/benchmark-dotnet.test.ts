/** Files as people publish them: attributes in every form, types within types, values from elsewhere. */
import { expect, test } from 'vitest';
import { callablesIn, withKernel } from './kernel-around.ts';

const names = (text: string) => callablesIn(text, 'cs').map((callable) => callable.name);
function written(text: string, name: string): string {
	const callable = callablesIn(text, 'cs').find((found) => found.name === name);
	if (!callable) throw new Error(`No benchmark is called ${name}.`);
	return withKernel(text, callable, 'cs');
}

test.each([
	'[HideColumns("Error", "Ratio")]',
	'[SimpleJob(RuntimeMoniker.Net80, baseline: true), MemoryDiagnoser(false)]',
	'[SimpleJob(RuntimeMoniker.Net80)]\n[SimpleJob(RuntimeMoniker.Net90)]',
	'[HardwareCounters(HardwareCounter.BranchMispredictions)][RPlotExporter]',
	'[Config(typeof(Config))]\n[GroupBenchmarksBy(\n    BenchmarkLogicalGroupRule.ByCategory)]',
	'[GenericTypeArguments(typeof(int)), Obsolete]'
])('%s is for the library and leaves nothing behind', (attributes) => {
	const text = `using BenchmarkDotNet.Attributes;
${attributes}
public class Sum {
    [Benchmark] public int One() => 1;
}
`;
	const without = text.slice(text.indexOf('public class')).replace('[Benchmark] ', '').trimEnd();
	const isKept = attributes.includes('Obsolete') ? '[Obsolete]\n' : '';
	expect(written(text, 'One').split('\n\n// Calls')[0]).toBe(isKept + without);
});

test('attributes of the language stay, whatever stands beside them', () => {
	const text = `public class Calls {
	[MethodImpl(MethodImplOptions.NoInlining), Benchmark]
	public int Whole() => 1;
	[BenchmarkCategory("a", "b"), Benchmark(Baseline = true)]
	[MethodImpl(MethodImplOptions.AggressiveInlining)]
	public int Other() => 2;
	[StructLayout(LayoutKind.Sequential)]
	struct Pair { public int A, B; }
}
`;
	expect(names(text)).toEqual(['Whole', 'Other']);
	const [own] = written(text, 'Other').split('\n\n// Calls');
	expect(own?.split('\n').filter((line) => line.includes('['))).toEqual([
		'\t[MethodImpl(MethodImplOptions.NoInlining)]',
		'\t[MethodImpl(MethodImplOptions.AggressiveInlining)]',
		'\t[StructLayout(LayoutKind.Sequential)]'
	]);
});

test('the type of a benchmark is the one around it, not the last one before it', () => {
	const text = `namespace Demo {
	public class Outer {
		struct Pair { public int A; }
		public class Inner { [Benchmark] public int In() => 1; }
		[Benchmark] public int Out() => 2;
	}
}
`;
	expect(written(text, 'In')).toContain('= new Demo.Outer.Inner();');
	expect(written(text, 'Out')).toContain('= new Demo.Outer();');
});

test.each(['BenchmarkRunner.Run<Sum>();', 'var summary = BenchmarkRunner.Run(typeof(Sum));'])(
	'%s outside of a class is gone',
	(start) => {
		const text = `${start}\n\npublic class Sum {\n\t[Benchmark] public int One() => 1;\n}\n`;
		expect(written(text, 'One')).toMatch(/^\npublic class Sum \{/);
	}
);

test('results are summed without a call where they can be', () => {
	const sums = (type: string) => {
		const text = `class A {\n\t[Benchmark] public ${type} M() => default;\n}\n`;
		return /sum.*;/.exec(written(text, 'M').split('i++')[1] ?? '')?.[0];
	};
	expect(sums('bool')).toBe('sum += benchmark.M() ? 1UL : 0UL;');
	expect(sums('double')).toBe('sum += (ulong)(long)benchmark.M();');
	expect(sums('short')).toBe('sum += (ulong)benchmark.M();');
	expect(sums('string')).toBe('sum++;');
});

test('type arguments are given; without them there is no benchmark', () => {
	const text = 'public class Of<T> {\n\t[Benchmark]\n\tpublic int Size() => 1;\n}\n';
	expect(names(text)).toEqual([]);
	const given = `[GenericTypeArguments(typeof(int))]\n[GenericTypeArguments(typeof(long))]\n${text}`;
	expect(written(given, 'Size')).toContain('static readonly Of<int> benchmark = new Of<int>();');
});

test('setups by target, a setup of each iteration, and values from a source', () => {
	const text = `public class Sorts {
	[ParamsSource(nameof(Sizes))]
	public int N { get; set; }
	[ParamsSource("Texts")]
	public string S;
	[Params("a,b", "c")] public string P;
	public IEnumerable<int> Sizes => new[] { 10, 20 };
	public static IEnumerable<string> Texts() { yield return "x"; }
	[GlobalSetup(Target = nameof(Whole))]
	public void ForWhole() { }
	[GlobalSetup(Targets = new[] { nameof(Part) })]
	public void ForPart() { }
	[IterationSetup] public void Before() { }
	[Benchmark] public void Whole() { }
	[Benchmark] public void Part() { }
}
`;
	const part = written(text, 'Part');
	expect(part).toContain('\t\tbenchmark.ForPart();\n');
	expect(part).not.toContain('benchmark.ForWhole');
	expect(part).toContain('Before is called before, and measured too.');
	expect(part).toContain('\t\t\tbenchmark.Before();\n\t\t\tbenchmark.Part();\n');
	expect(part).toContain('P = "a,b"');
	expect(part).toContain('N = System.Linq.Enumerable.First(new Sorts().Sizes)');
	expect(part).toContain('S = System.Linq.Enumerable.First(Sorts.Texts())');
});

test('arguments from a source are fields of the kernel, and no constants', () => {
	const text = `public class Parse {
	public IEnumerable<object[]> Pairs() { yield return new object[] { "a", 3 }; }
	public static IEnumerable<int> Sizes => new[] { 10, 20 };
	[Benchmark, ArgumentsSource(nameof(Pairs))]
	public int Two(ReadOnlySpan<char> text, int at) => text[at];
	[ArgumentsSource("Sizes")]
	[Benchmark]
	public int One(in int size) => size;
	[Benchmark]
	[ArgumentsSource(typeof(Others), nameof(Others.Texts))]
	public int Other(string text) => text.Length;
	[Benchmark]
	[ArgumentsSource(nameof(Sizes))]
	public int NotKnown(int a, int b) => a;
}
class Others { public static string[] Texts() { return new[] { "b" }; } }
`;
	expect(names(text)).toEqual(['Two', 'One', 'Other']);
	const two = written(text, 'Two');
	expect(two)
		.toContain(`	static readonly object[] given = System.Linq.Enumerable.First(new Parse().Pairs());
	static string argument1 = (string)given[0];
	static int argument2 = (int)given[1];
`);
	expect(two).toContain('sum += (ulong)benchmark.Two(argument1, argument2);');
	expect(two).not.toContain('ArgumentsSource');
	expect(written(text, 'One')).toContain(
		'	static int argument1 = (int)System.Linq.Enumerable.First(Parse.Sizes);'
	);
	expect(written(text, 'Other')).toContain(
		'	static string argument1 = (string)System.Linq.Enumerable.First(Others.Texts());'
	);
});

test.each([
	['BenchmarkRunner.Run<Sum>(DefaultConfig.Instance.AddJob(Job.Default));', 'new object();'],
	['BenchmarkSwitcher.FromAssembly(typeof(Sum).Assembly).Run(args);', 'new object();'],
	['var summary = BenchmarkRunner.Run<Sum>();', 'new object();'],
	[
		'var summary = BenchmarkRunner.Run<Sum>(); Show(summary);',
		'var summary = new object(); Show(summary);'
	]
])('%s does not start the library', (start, left) => {
	const text = `public class Sum {
	class Config : ManualConfig {
		public Config() { Add(Job.Default); }
	}
	[Benchmark] public int One() => 1;
	static void Main(string[] args) { ${start} }
}
`;
	const own = written(text, 'One');
	expect(own).toContain(`static void Main(string[] args) { ${left} }`);
	expect(own).not.toContain('Config');
});
