import { expect, test } from 'vitest';
import type { Language } from '@cyclelab/exercises/schema';
import { callablesIn, withKernel } from './kernel-around.ts';

const written = (text: string, language: Language, name?: string) => {
	const found = callablesIn(text, language);
	const callable = found.find((one) => one.name === name) ?? found[0];
	return callable && withKernel(text, callable, language);
};

test('functions of numbers and of pointers to numbers can be called', () => {
	const text = `#include <stdint.h>
/* int no(int x) { } */
int square(int n) { return n * n; }
static inline double scale(const double *values, size_t count) {
	return values[0] * count;
}
void fill(uint32_t* out, unsigned long count) {
}
struct list *next(struct list *at) { return at; }
int main(void) { return square(2); }
`;
	expect(callablesIn(text, 'c')).toEqual([
		{ name: 'square', returns: 'int', parameters: ['int'] },
		{ name: 'scale', returns: 'double', parameters: ['const double *', 'size_t'] },
		{ name: 'fill', returns: 'void', parameters: ['uint32_t*', 'unsigned long'] },
		{ name: 'main', returns: 'int', parameters: [] }
	]);
});

test('a kernel is written around a function, with data where it takes pointers', () => {
	expect(written('int square(int n) { return n * n; }\n', 'c')).toBe(`#include "cyclelab.h"
int square(int n) { return n * n; }

/* Calls square once an iteration. Each call waits for the result of the call before. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		sum += (uint64_t)square((int)(i + sum));
	}
	return sum;
}
`);
	const fill = '#include "cyclelab.h"\nvoid fill(float *out, int count) { out[0] = count; }\n';
	expect(written(fill, 'c')).toBe(`#include "cyclelab.h"
void fill(float *out, int count) { out[0] = count; }

/* Calls fill once an iteration. Its arrays have 1024 elements, set from the seed. */
static float data0[1024];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < 1024; i++) {
		data0[i] = (float)((seed + i) % 100 + 1);
	}
}

uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		fill(data0, 1024);
		sum += (uint64_t)data0[i % 1024];
	}
	return sum;
}
`);
});

test('C: structures of numbers are filled field by field, and their links make a list or a tree', () => {
	const text = `struct point { double x, y; };
typedef struct { unsigned char *data; } blob;
struct node { struct node *left, *right; char name[8]; int value; };
double norm(const struct point *all, int count) { return all[0].x * count; }
struct point add(struct point a, struct point b) { return a; }
void clear(blob *at) { at->data = 0; }
struct node *find(struct node *at, int value) { return at; }
`;
	expect(callablesIn(text, 'c').map(({ name }) => name)).toEqual(['norm', 'add', 'find']);
	const kernel = (name: string) => written(text, 'c', name)?.split('*/\n')[1];
	expect(kernel('find')).toBe(`static struct node data0[1024];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < 1024; i++) {
		data0[i].left = 2 * i + 1 < 1024 ? &data0[2 * i + 1] : 0;
		data0[i].right = 2 * i + 2 < 1024 ? &data0[2 * i + 2] : 0;
		for (uint64_t j = 0; j < sizeof data0[i].name / sizeof *data0[i].name; j++) data0[i].name[j] = (char)(j + 1 < sizeof data0[i].name ? 'a' + (seed + i) % 26 : 0);
		data0[i].value = (int)((seed + i) % 100 + 1);
	}
}

uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		sum += find(data0, 1024) != 0;
	}
	return sum;
}
`);
	expect(kernel('add')).toContain('sum += (uint64_t)add(data0[i % 1024], data1[i % 1024]).x;');
});

test('C++: references, vectors and spans', () => {
	const text = `struct P { double x = 0, y = 0; };
void twice(std::vector<double> &all) { all[0] *= 2; }
constexpr float first(std::span<const float> all, int from = 0) { return all[from]; }
double dot(const P& a, const P& b) { return a.x * b.x + a.y * b.y; }
`;
	const lines = (name: string) => written(text, 'cpp', name)?.split('\n');
	expect(lines('twice')).toContain('static std::vector<double> data0(1024);');
	expect(lines('twice')).toContain('\t\ttwice(data0);');
	expect(lines('first')).toContain('static float data0[1024];');
	expect(lines('first')).toContain('\t\tsum += (uint64_t)first(data0, 1024);');
	expect(lines('dot')).toContain('\t\tsum += (uint64_t)dot(data0[i % 1024], data1[i % 1024]);');
});

test('C: a parameter may be written as an array, and text ends', () => {
	const text = written('int length(char text[], int most) { return text[0] < most; }\n', 'c');
	expect(text).toContain("data0[i] = (char)(i + 1 < 1024 ? 'a' + (seed + i) % 26 : 0);");
	expect(text).toContain('sum += (uint64_t)length(data0, 1024);');
});

test.each([
	['c', 'int sum(int n) { return n; }', 'total += (uint64_t)sum((int)(i + total));'],
	[
		'rs',
		'fn sum(n: i32) -> i32 { n }',
		'total.wrapping_add(sum(i.wrapping_add(total) as i32) as u64)'
	],
	['go', 'func sum(n int) int { return n }', 'total += uint64(sum(int(i + total)))']
] as const)('no variable of the kernel hides a function named sum: %s', (language, text, call) => {
	expect(written(`${text}\n`, language)).toContain(call);
});

test('main gets another name, also where the kernel calls another function', () => {
	const text = 'int one(void) { return 1; }\nint main(void) { return one(); }\n';
	expect(written(text, 'c')).toContain('int program(void) { return one(); }');
	const go = 'package main\n\nfunc one() int { return 1 }\n\nfunc main() { println(one()) }\n';
	expect(written(go, 'go')).toContain('func program() { println(one()) }');
});

test('main gets another name, since the harness has one', () => {
	expect(written('int main(int argc, char **argv) { return argc; }\n', 'c'))
		.toBe(`#include "cyclelab.h"
int program(int argc, char **argv) { return argc; }

/* The arguments of main, its name first. */
static char name[] = "program";
static char *arguments[] = {name, 0};

/* Calls main once an iteration. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		sum += (uint64_t)program(sizeof arguments / sizeof *arguments - 1, arguments);
	}
	return sum;
}
`);
});

test('main reads a stated text from standard input, in each iteration', () => {
	const input = (body: string, language: Language) =>
		written(`int main(void) { ${body} }\n`, language, 'main')
			?.split('program(void)')[1]
			?.split('\n\n')
			.slice(1)
			.join('\n\n');
	expect(input('int n; while (scanf("%d", &n) == 1); return n;', 'c')).toBe(
		`/* What main reads from standard input, from its beginning in each iteration. */
static char input[] = "1 2 3\\n";

void setup(uint64_t seed) {
	(void)seed;
	stdin = fmemopen(input, sizeof input - 1, "r");
}

/* Calls main once an iteration. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		rewind(stdin);
		sum += (uint64_t)program();
	}
	return sum;
}
`
	);
	const cpp = input('std::string s; getline(std::cin, s); return s.size();', 'cpp');
	expect(cpp).toContain('static std::istringstream input("1 2 3\\n");\n');
	expect(cpp).toContain('\tstd::cin.rdbuf(input.rdbuf());\n}\n');
	expect(cpp).toContain('\t\tstd::cin.clear();\n\t\tstd::cin.seekg(0);\n\t\tsum +=');
	expect(input('return 1; // scanf', 'c')).toMatch(
		/^\/\* Calls main once an iteration\. \*\/\nuint64_t kernel/
	);
});

test.each([
	['{ puts("}"); }', '{ puts("}");\n\treturn 0;\n}'],
	['{}', '{\n\treturn 0;\n}'],
	['{ if (a) { return 1; } /* return */ }', '{ if (a) { return 1; } /* return */\n\treturn 0;\n}'],
	['{ return 0; }\nint f() { g(); }', '{ return 0; }\nint f() { g(); }']
])('the end of main returns 0 also where it has another name: %j', (body, expected) => {
	expect(written(`int main() ${body}\n`, 'cpp', 'main')).toContain(`int program() ${expected}\n`);
});

test('Rust: slices are arrays', () => {
	const text = `// fn no(n: i32) {}
fn square(n: i32) -> i32 { n * n }
pub fn dot(a: &[f64], b: &mut [f64], count: usize) -> f64 { a[0] * b[0] * count as f64 }
fn name(s: &str) -> usize { s.len() }
fn main() {}
`;
	expect(callablesIn(text, 'rs')).toEqual([
		{ name: 'square', returns: 'i32', parameters: ['i32'] },
		{ name: 'dot', returns: 'f64', parameters: ['&[f64]', '&mut [f64]', 'usize'] },
		{ name: 'main', returns: '', parameters: [] }
	]);
	expect(written(text, 'rs')?.slice(text.length)).toBe(`
// Calls square once an iteration. Each call waits for the result of the call before.
#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut sum = 0u64;
    for i in 0..iterations {
        sum = sum.wrapping_add(square(i.wrapping_add(sum) as i32) as u64);
    }
    sum
}
`);
	expect(written(text, 'rs', 'dot')).toContain(
		'(unsafe { dot(&*&raw const DATA0, &mut *&raw mut DATA1, 1024) }) as u64'
	);
});

test('Go: names that share a type, and the import that setup needs', () => {
	const text = 'package main\n\nfunc add(a, b int) int { return a + b }\n';
	expect(callablesIn(text, 'go')).toEqual([
		{ name: 'add', returns: 'int', parameters: ['int', 'int'] }
	]);
	expect(written(text, 'go')).toContain('sum += uint64(add(int(i + sum), int(i + sum)))');
	const fill = written('package main\n\nfunc fill(out []float64) { out[0] = 1 }\n', 'go');
	expect(fill).toMatch(/^package main\n\nimport "cyclelab"\n/);
	expect(fill).toContain('data0[i] = float64((seed+uint64(i))%100 + 1)');
	expect(written('package main\n\nfunc main() { println(1) }\n', 'go')).toContain(
		'func program() { println(1) }'
	);
});

test('Rust: main may have a result, and reads a stated text', () => {
	const text = `use std::io::{self, BufRead};
fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in io::stdin().lock().lines() { println!("{}", line?); }
    Ok(())
}
`;
	const main = written(text, 'rs', 'main') ?? '';
	expect(main).toContain('in crate::input::stdin().lock().lines()');
	expect(main).toContain('    const TEXT: &[u8] = b"1 2 3\\n";\n');
	expect(main).toContain('        input::rewind();\n        let _ = main();\n');
	expect(written('fn main() {}\n', 'rs', 'main')).not.toContain('input');
});

test('Go: main reads a stated text, and what only standard input needed is not imported', () => {
	const text = `import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	for words := bufio.NewScanner(os.Stdin); words.Scan(); {
		fmt.Println(words.Text())
	}
}
`;
	const main = written(text, 'go', 'main') ?? '';
	expect(main).toMatch(/^package main\n\nimport "strings"\n\nimport \(\n\t"bufio"\n\t"fmt"\n\)\n/);
	expect(main).toContain('bufio.NewScanner(input)');
	expect(main).toContain('var input = strings.NewReader("1 2 3\\n")\n');
	expect(main).toContain('\t\tinput.Seek(0, 0)\n\t\tprogram()\n');
	const scan =
		written(
			'package sums\n\nfunc main() { var n int; fmt.Scan(&n); os.Exit(n) }\n',
			'go',
			'main'
		) ?? '';
	expect(scan).toContain('package main\n');
	expect(scan).toContain('fmt.Fscan(input, &n); os.Exit(n)');
	expect(written('package main\n\nfunc main() {}\n', 'go', 'main')).not.toContain('input');
});

test('C#: main reads a stated text, in each iteration', () => {
	const main = (body: string) =>
		written(`class Program { static void Main() { ${body} } }\n`, 'cs', 'Main') ?? '';
	const reads = main('System.Console.ReadLine();');
	expect(reads).toContain('\tconst string input = "1 2 3\\n";\n');
	expect(reads).toContain(
		'\t\t\tSystem.Console.SetIn(new System.IO.StringReader(input));\n\t\t\tProgram.Main();\n'
	);
	expect(main('')).not.toContain('input');
	const keys = main('while (Console.ReadKey(true).KeyChar != 13) { }');
	expect(keys).toContain('{ while (Kernel.ReadKey(true).KeyChar != 13) { } }');
	expect(keys).toContain("\t\tchar key = read < 0 ? '\\r' : (char)read;\n");
	expect(keys).not.toContain('MemoryStream');
	const stream = main('new StreamReader(System.Console.OpenStandardInput());');
	expect(stream).toContain('{ new StreamReader(Kernel.OpenStandardInput()); }');
	expect(stream).toContain('MemoryStream(System.Text.Encoding.ASCII.GetBytes(input));');
	expect(stream).not.toContain('ConsoleKeyInfo');
});

test.each([
	['static async Task Main() { }', 'Program.Main().GetAwaiter().GetResult();\n\t\t\tsum += 1;'],
	[
		'private static async Task<int> Main(string[] args) => 1;',
		'string[0]).GetAwaiter().GetResult();'
	],
	['static public int Main() { return 1; }', 'sum += (ulong)Program.Main();'],
	['static void Main() { }', 'Program.Main();']
])('C#: %s', (main, call) => {
	const text = written(`class Program { ${main} }\n`, 'cs', 'Main') ?? '';
	expect(text).toContain(call);
	expect(text).not.toMatch(/private|internal static public/);
	expect(text).toMatch(/internal static (?:async )?(?:Task|void)|static public/);
});

test('C#: a floating-point result is summed without a call', () => {
	const half = 'class Numbers { static double Half(double x) => x / 2; }\n';
	expect(written(half, 'cs', 'Half')).toContain(
		'sum += (ulong)(long)Numbers.Half((double)(i + sum));'
	);
});

test('Crystal: the statements of a file are its main, and read a stated text', () => {
	const text = `# Adds.
def add(a : Array(String))
  a.size
end

LIMITS = [
  1,
]
# The first line.
line = gets
puts add(line.not_nil!.split)
puts STDIN.gets
# The end.
`;
	expect(callablesIn(text, 'cr').map(({ name }) => name)).toEqual(['program']);
	const main = written(text, 'cr', 'program') ?? '';
	expect(main).toMatch(
		/^# Adds\.\ndef add\(a : Array\(String\)\)\n  a\.size\nend\nLIMITS = \[\n  1,\n\]\n/
	);
	expect(main).toContain(`def program
  # The first line.
  line = gets
  puts add(line.not_nil!.split)
  puts Input.text.gets
  # The end.
end
`);
	expect(main).toContain('class_property text = IO::Memory.new("1 2 3\\n")');
	expect(main).toContain('    Input.text.rewind\n    program()\n    sum &+= 1\n');
	expect(written('class A; end\nputs 1\n', 'cr')).toMatch(
		/^class A; end\n\ndef program\n {2}puts 1\nend\n/
	);
	expect(callablesIn('record Point, x : Int32 do\n  def y\n  end\nend\n', 'cr')).toEqual([]);
	expect(callablesIn('{% if flag?(:linux) %}\nputs 1\n{% end %}\n', 'cr')).toEqual([]);
});

test('Crystal: parameters without a type, and arrays as class properties', () => {
	const text = `def square(n)\n  n * n\nend\n\ndef total(values : Array(Float64)) : Float64\n  values.sum\nend\n`;
	expect(callablesIn(text, 'cr')).toEqual([
		{ name: 'square', returns: '', parameters: ['Int32'] },
		{ name: 'total', returns: 'Float64', parameters: ['Array(Float64)'] }
	]);
	expect(written(text, 'cr')).toContain('sum &+= square(((i &+ sum) & 15).to_i32!).to_u64!');
	expect(written(text, 'cr', 'total')).toContain(
		'class_property data0 : Array(Float64) = Array(Float64).new(1024, 0.to_f64!)'
	);
});

test('C#: a private method can be called from the kernel’s class', () => {
	const text = `namespace Demo {
	static class Numbers {
		static int Square(int n) => n * n;
		public static double Sum(double[] values) { return values[0]; }
		private static void Main(string[] args) { }
	}
}
`;
	expect(callablesIn(text, 'cs')).toEqual([
		{ name: 'Square', returns: 'int', parameters: ['int'], of: 'Demo.Numbers' },
		{ name: 'Sum', returns: 'double', parameters: ['double[]'], of: 'Demo.Numbers' },
		{ name: 'Main', returns: 'void', parameters: [], of: 'Demo.Numbers' }
	]);
	const square = written(text, 'cs');
	expect(square).toContain('internal static int Square(int n) => n * n;');
	expect(square).toContain('sum += (ulong)Demo.Numbers.Square((int)(i + sum));');
	expect(written(text, 'cs', 'Sum')).toContain('sum += (ulong)(long)Demo.Numbers.Sum(data0);');
	const main = written(text, 'cs', 'Main');
	expect(main).toContain('internal static void Main(string[] args) { }');
	expect(main).toContain('Demo.Numbers.Main(new string[0]);');
});
