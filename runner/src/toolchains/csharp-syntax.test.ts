import { expect, test } from 'vitest';
import { newerSyntax } from './csharp-syntax.ts';

test.each([
	['A switch expression', 'x = (i & 3) switch { 0 => 1, _ => 2 };'],
	['The operator ??=', 'a ??= b;'],
	['A using declaration', 'using var a = Open();'],
	['A using declaration', 'using IDisposable a = Open();'],
	['An index from the end (^)', 'a = b[^1];'],
	['A range (..)', 'a = b[1..3];'],
	['The directive #nullable', '#nullable enable'],
	['A property pattern', 'if (a is { Length: 3 }) ;'],
	['The pattern not', 'if (a is not null) ;'],
	['A relational pattern', 'if (a is > 3) ;'],
	['new without a type', 'List<int> a = new();'],
	['new without a type', 'return new(1, 2);'],
	['A record', 'record Point(int X, int Y);'],
	['An init accessor', 'int X { get; init; }'],
	['The type nint', 'nint a = 0;'],
	['A function pointer', 'delegate*<int, int> f;'],
	['A static lambda', 'F(static x => x);'],
	['A record struct', 'record struct Point(int X);'],
	['A namespace of a whole file', 'namespace A.B;'],
	['A global using', 'global using System;'],
	['A raw string', 'var a = """b""";'],
	['A UTF-8 string (u8)', 'F("abc"u8);'],
	['A list pattern', 'if (a is [1, 2]) ;'],
	['A primary constructor', 'class Point(int x) { }'],
	['A collection expression', 'int[] a = [1, 2];'],
	['An initialiser after stackalloc', 'var a = stackalloc int[] { 1, 2 };'],
	['The constraint unmanaged', 'class A<T> where T : unmanaged { }']
])('%s: %s', (name, code) => {
	expect(newerSyntax(`class A {\n\t${code}\n}`)).toMatchObject({
		line: 2,
		sentence: expect.stringMatching(
			new RegExp(
				`^${name.replace(/[^\w ]/g, '\\$&')} is C# \\d+(\\.\\d)?; the newest C# that is compiled here is 7\\.2\\.$`
			)
		)
	});
});

test.each([
	['A local function', 'void M() {\nint F(int x) { return x; } }', 3],
	['A local function', 'void M() { if (a) { b(); }\nList<int> F<T>(T x) => x; }', 3],
	['A local function', 'int P { get { a();\nasync Task F() { } } }', 3],
	[
		'A pattern in a switch (case Type name, when)',
		'void M() { switch (n) {\ncase Num x: break; } }',
		3
	],
	[
		'A pattern in a switch (case Type name, when)',
		'void M() { switch (n) {\ncase 1 when a > 0: break; } }',
		3
	],
	['A constant as a pattern (is null)', 'bool M(object n) {\nreturn n is null; }', 3]
])('%s, which mcs lacks: %j', (name, code, line) => {
	const found = newerSyntax(`class A {\n${code}\n}`);
	expect(found?.line).toBe(line);
	expect(
		found?.sentence.startsWith(`${name} is C# 7, but the compiler mcs does not know it: write `)
	).toBe(true);
});

test.each([
	'class A { int F(int x) { return x; } List<int> G() => null; struct B { int H() { return 1; } } }',
	'namespace N { interface I { } class A<T> where T : new() { void M() { } void K() { } } }',
	'class A { void M() { if (a) { } else if (b) { } foreach (var x in y) { } a = new B() { X = 1 }; } }',
	'class A { void M() { F(x => { }); Func<int> f = () => 1; return; } }',
	'class A { void M() { switch (n) { case 1: F(); break; case A.B: break; case X: while (c) { } break; } } }',
	'class A { bool M(object n) { return n is Num x && n is string; } }',
	'class A { void M() { lock (a) { } using (b) { } try { } catch (E e) { } fixed (int* p = q) { } } }'
])('%s is what mcs reads', (code) => {
	expect(newerSyntax(code)).toBeUndefined();
});

test.each([
	['using System;\nusing A = B.C;\n\nvar sw = Stopwatch.StartNew();\n', 4],
	['// A sum.\nlong sum = 0;\n', 2],
	['using System;\nConsole.WriteLine(3);\n', 2],
	['for (int i = 0; i < 3; i++) F();\n', 1]
])('a statement outside of a class: %j', (source, line) => {
	expect(newerSyntax(source)).toEqual({
		line,
		sentence: 'A statement outside of a class is C# 9; the newest C# that is compiled here is 7.2.'
	});
});

test.each([
	'using System;\nusing static System.Math;\npublic class A { }\n',
	'using System;\n[Serializable]\nclass A { int x; }\n',
	'namespace A { class B { } }\n',
	'interface A { }\n',
	''
])('no statement outside of a class: %j', (source) => {
	expect(newerSyntax(source)).toBeUndefined();
});

test.each([
	'switch (x) { case 1: break; }',
	'using System; using A = B.C;',
	'using (var a = Open()) { }',
	'var a = new (int, int)[3];',
	'class A<T> where T : class, new() { }',
	'int[] a = new[] { 1, 2 };',
	'a = b ? c : d; a = b ?? c;',
	'// x switch { } and ..\n/* ??= */ var a = "is not b[^1]" + @"..\n"" switch {" + \'"\';',
	'List<List<List<int>>> a;',
	'[MethodImpl(MethodImplOptions.NoInlining)] static ulong F([In] ulong a) => a;',
	'public static readonly ulong[] A = Make(3);',
	'if (o is Point p && p.X > 3) ;',
	'delegate int F(int a);',
	'Span<ulong> some = stackalloc ulong[8];'
])('C# 7.2: %s', (code) => {
	expect(newerSyntax(`class A {\n\t${code}\n}`)).toBeUndefined();
});

test('the first of several counts', () => {
	expect(newerSyntax('int[] a = [1];\nb ??= c;')?.line).toBe(1);
});
