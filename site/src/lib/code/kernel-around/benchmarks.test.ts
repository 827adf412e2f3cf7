import { expect, test } from 'vitest';
import type { Language } from '@cyclelab/exercises/schema';
import { callablesIn, withKernel } from './kernel-around.ts';

const benchmarksIn = (text: string, language: Language) =>
	callablesIn(text, language).filter(({ benchmark }) => benchmark);
const names = (text: string, language: Language) =>
	benchmarksIn(text, language).map(({ name }) => name);
function withBenchmark(text: string, name: string, language: Language): string {
	const callable = benchmarksIn(text, language).find((found) => found.name === name);
	if (!callable) throw new Error(`No benchmark is called ${name}.`);
	return withKernel(text, callable, language);
}

const google = `#include <benchmark/benchmark.h>
#include <vector>

static void BM_Sum(benchmark::State& state) {
  std::vector<int> v(state.range(0), 1);
  for (auto _ : state) {
    int sum = 0;
    for (int x : v) sum += x;
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_Sum)->RangeMultiplier(2)
    ->Range(64, 8 << 10);
template <class T>
void BM_Of(benchmark::State& state) { while (state.KeepRunning()) T(); }
BENCHMARK_MAIN();
`;

test('google/benchmark: the state is written in its place, with the first size, and nothing is registered', () => {
	expect(names(google, 'cpp')).toEqual(['BM_Sum']);
	const written = withBenchmark(google, 'BM_Sum', 'cpp');
	expect(written).toMatch(/^#include "cyclelab\.h"\n/);
	expect(written).not.toMatch(/benchmark\.h>|BENCHMARK/);
	expect(written.slice(written.indexOf('/* The loop')))
		.toBe(`/* The loop of BM_Sum makes the iterations. */
uint64_t kernel(uint64_t iterations) {
	benchmark::State state{iterations, 64};
	BM_Sum(state);
	return iterations;
}
`);
});

const testing = `package sum_test

import (
	"strings"
	"testing"
)

func BenchmarkRepeat(b *testing.B) {
	for b.Loop() {
		strings.Repeat("x", 8)
	}
}

func TestRepeat(t *testing.T) {}
`;

test('Go: the package is main, and testing.B a type of the file', () => {
	expect(names(testing, 'go')).toEqual(['BenchmarkRepeat']);
	const written = withBenchmark(testing, 'BenchmarkRepeat', 'go');
	expect(written.slice(0, written.indexOf('func TestRepeat'))).toBe(`package main

import (
	"strings"
)

func BenchmarkRepeat(b *benchmarkB) {
	for b.Loop() {
		strings.Repeat("x", 8)
	}
}

`);
	expect(written.slice(written.indexOf('func kernel')))
		.toBe(`func kernel(iterations uint64) uint64 {
	BenchmarkRepeat(&benchmarkB{N: int(iterations)})
	return iterations
}
`);
});

test('Go: what benchmarks use of testing is there, also in a text without a package', () => {
	const text = `import "testing"

func check(tb testing.TB) {}

func BenchmarkAll(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
		}
	})
	b.Errorf("no %d", 1)
}

func main() {}
`;
	const written = withBenchmark(text, 'BenchmarkAll', 'go');
	expect(written).toMatch(/^package main\n\n/);
	expect(written).not.toContain('testing.PB');
	expect(written).toContain('func check(tb *benchmarkB) {}');
	expect(written).toContain('b.RunParallel(func(pb *benchmarkPB) {');
	expect(written).toContain('func program() {}');
	for (const member of ['RunParallel', 'Errorf', 'ReportMetric', 'Cleanup', 'Skip', 'Elapsed'])
		expect(written).toContain(`func (b *benchmarkB) ${member}(`);
	expect(written).toContain('\tif b.runs == subBenchmark {\n\t\tf(&benchmarkB{N: b.N})\n\t}\n');
	expect(written).toContain('\nconst subBenchmark = 0\n');
});

test('criterion: its macros are gone, its types are a module of the file', () => {
	const text = `use criterion::{black_box, criterion_group, criterion_main, Criterion};
fn benches(c: &mut Criterion) {
    c.bench_function("add", |b| b.iter(|| black_box(1) + 1));
}
criterion_group!(all, benches);
criterion_main!(all);
`;
	expect(names(text, 'rs')).toEqual(['benches']);
	const written = withBenchmark(text, 'benches', 'rs');
	expect(written).not.toMatch(/criterion_\w+!\(/);
	expect(written.slice(written.indexOf('#[no_mangle]'))).toBe(`#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    benches(&mut criterion::Criterion { iterations });
    iterations
}
`);
});

test('the crate test: the benchmark is called in its module', () => {
	const text = `#![feature(test)]
extern crate test;
#[cfg(test)]
mod benches {
    use super::*;
    use test::Bencher;
    #[bench]
    fn add(b: &mut Bencher) { b.iter(|| test::black_box(1) + 1); }
}
`;
	expect(names(text, 'rs')).toEqual(['add']);
	const written = withBenchmark(text, 'add', 'rs');
	expect(written.slice(0, written.indexOf('\n//'))).toBe(`mod benches {
    use super::*;
    use crate::test::Bencher;
    pub fn add(b: &mut Bencher) { b.iter(|| crate::test::black_box(1) + 1); }
}
`);
	expect(written).toContain('    benches::add(&mut test::Bencher { iterations });\n');
});

test('BenchmarkDotNet: the first values of its parameters, its setup, and no attributes', () => {
	const text = `using BenchmarkDotNet.Attributes;
using System.Linq;

[MemoryDiagnoser]
public class Sums {
	[Params(100, 1000)]
	public int N;
	int[] data;
	[GlobalSetup]
	public void Fill() => data = Enumerable.Range(0, N).ToArray();
	[Benchmark(Baseline = true)]
	public int Linq() => data.Sum();
	[Benchmark]
	public string Text() => "x" + N;
	static void Main() => BenchmarkRunner.Run<Sums>();
}
`;
	expect(names(text, 'cs')).toEqual(['Linq', 'Text']);
	expect(withBenchmark(text, 'Linq', 'cs')).toBe(`using System.Linq;

public class Sums {
	public int N;
	int[] data;
	public void Fill() => data = Enumerable.Range(0, N).ToArray();
	public int Linq() => data.Sum();
	public string Text() => "x" + N;
	static void Main() => new object();
}

// Calls Sums.Linq once an iteration.
public static class Kernel {
	static readonly Sums benchmark = new Sums { N = 100 };

	public static void Setup(ulong seed) {
		benchmark.Fill();
	}

	public static ulong Run(ulong iterations) {
		ulong sum = 0;
		for (ulong i = 0; i < iterations; i++) {
			sum += (ulong)benchmark.Linq();
		}
		return sum;
	}
}
`);
	const other = withBenchmark(text, 'Text', 'cs');
	expect(other).toContain('\t\t\tKeep(benchmark.Text());\n\t\t\tsum++;\n');
	expect(other).toContain('\tstatic void Keep<T>(T value) { }\n');
});

test('BenchmarkDotNet: arguments, tasks that are waited for, and a class in a namespace', () => {
	const text = `namespace Demo {
	public class Calls {
		[Benchmark]
		[Arguments(100, 10)]
		[Arguments(100, 20)]
		public int Divide(int a, int b) => a / b;
		[Arguments("a,b")]
		[Benchmark]
		public string[] Split(string s) => s.Split(',');
		[Benchmark]
		public async Task<int> Value() => await Task.FromResult(1);
		[Benchmark]
		public async ValueTask Nothing() => await Task.CompletedTask;
		[Benchmark]
		public int FromSource(int a) => a;
	}
}
`;
	expect(names(text, 'cs')).toEqual(['Divide', 'Split', 'Value', 'Nothing']);
	const written = (name: string) => withBenchmark(text, name, 'cs');
	expect(written('Divide')).toContain('= new Demo.Calls();');
	expect(written('Divide')).toContain('sum += (ulong)benchmark.Divide(100, 10);');
	expect(written('Divide')).not.toContain('[Arguments');
	expect(written('Split')).toContain('Keep(benchmark.Split("a,b"));');
	expect(written('Value')).toContain('Keep(benchmark.Value().GetAwaiter().GetResult());');
	expect(written('Nothing')).toContain('\tbenchmark.Nothing().GetAwaiter().GetResult();');
});

test.each<[Language, string]>([
	['c', google],
	['cr', 'require "benchmark"\nBenchmark.measure { 1 }\n'],
	['cpp', 'int add(int a, int b) { return a + b; }\n'],
	['go', 'package main\n\nfunc Benchmark(n int) int { return n }\n']
])('%s: no benchmark in %j', (language, text) => {
	expect(benchmarksIn(text, language)).toEqual([]);
});

test('Benchmark.ips: its module is written in the file, and the kernel calls the block of one report', () => {
	const text = `require "benchmark"
numbers = (1..100).to_a
Benchmark.ips(warmup: 1.second) do |x|
  x.report("each") { numbers.each { |n| n } }
  x.report "sum" do
    numbers.sum
  end
end
`;
	expect(names(text, 'cr')).toEqual(['each', 'sum']);
	expect(names('Benchmark.measure { 1 }', 'cr')).toEqual([]);
	const written = withBenchmark(text, 'sum', 'cr');
	expect(written).not.toContain('require');
	expect(written).toContain('      Benchmark.work = work if label == "sum"\n');
	expect(written.slice(written.indexOf('# Calls')))
		.toBe(`# Calls the block of sum once an iteration.
fun kernel(iterations : UInt64) : UInt64
  work = Benchmark.work
  iterations.times { work.call }
  iterations
end
`);
});
