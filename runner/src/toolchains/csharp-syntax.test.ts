import { expect, test } from 'vitest';
import { newerSyntax } from './csharp-syntax.ts';

const error = (message: string, line: number) => ({
	variant: 'a',
	severity: 'error' as const,
	line,
	message
});
/** What mcs’s parser says of most of them. */
const unparsed = [error("CS1525: Unexpected symbol `x'", 99)];

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
	['An initialiser after stackalloc', 'Span<int> a = stackalloc[] { 1, 2 };'],
	['Another target of a ref variable (= ref)', 'ref int a = ref b; a = ref c;'],
	['A positional pattern', 'if (a is (1, var b)) ;'],
	['The operator ! after a value', 'F(a!.Length);'],
	['stackalloc as an argument', 'F(stackalloc int[3]);'],
	['The patterns and, or', 'if (a is 1 or 2) ;'],
	['The patterns and, or', "if (a is 'b' or 'c') ;"],
	['The operator with', 'var a = b with { X = 1 };'],
	['new without a type', 'Dictionary<int, int> a = new() { [1] = 2 };'],
	['new without a type', 'Pair[] a = { new(1, 2), new(3, 4) };'],
	['A lambda with a return type', 'var a = int (int x) => x;'],
	['A deconstruction with old and new variables', '(a, var b) = c;'],
	['The operator >>>', 'a = b >>> 3;'],
	['A type of one file (file class)', 'file static class B { }'],
	['A scoped parameter', 'void F(scoped Span<int> a) { }'],
	['A default value in a lambda', 'var a = (int x = 3) => x;'],
	['A ref readonly parameter', 'void F(ref readonly int a) { }'],
	['The constraint allows ref struct', 'class A<T> where T : allows ref struct { }'],
	['A block of extension members', 'extension(string s) { }']
])('%s: %s', (name, code) => {
	expect(newerSyntax(`class A {\n\t${code}\n}`, unparsed)).toMatchObject({
		line: 2,
		sentence: expect.stringMatching(
			new RegExp(
				`^${name.replace(/[^\w ]/g, '\\$&')} is C# \\d+(\\.\\d)?; the newest C# that is compiled here is 7\\.2\\.$`
			)
		)
	});
});

// What mcs parses, and then says of it.
test.each([
	[
		'The pattern var',
		'7',
		'if (a is var b) ;',
		"CS0825: The contextual keyword `var' may only appear within a local variable declaration"
	],
	[
		'A deconstruction by the method Deconstruct',
		'7',
		'var (a, b) = c;',
		'CS0584: Internal compiler error: Custom deconstruct'
	],
	[
		'A deconstruction into elements of an array',
		'7',
		'(a[0], a[1]) = (a[1], a[0]);',
		'CS0131: The left-hand side of an assignment must be a variable, a property or an indexer'
	],
	[
		'A comparison of tuples',
		'7.3',
		'return a == (1, 2);',
		"CS0019: Operator `==' cannot be applied to operands of type `(int, int)' and `(int, int)'"
	],
	[
		'The constraint Enum or Delegate',
		'7.3',
		'class A<T> where T : Enum { }',
		"CS0702: A constraint cannot be special class `System.Enum'"
	],
	[
		'The constraint unmanaged',
		'7.3',
		'class A<T> where T : unmanaged { }',
		"CS0246: The type or namespace name `unmanaged' could not be found. Are you missing an assembly reference?"
	],
	[
		'A nullable reference type (string?)',
		'8',
		'string? a = null;',
		"CS0453: The type `string' must be a non-nullable value type in order to use it as type parameter `T' in the generic type or method `System.Nullable<T>'"
	],
	[
		'An interface member with a body',
		'8',
		'int F() => 1;',
		"CS0531: `A.F()': interface members cannot have a definition"
	],
	[
		'A readonly member',
		'8',
		'public readonly int X => 1;',
		"CS0106: The modifier `readonly' is not valid for this item"
	],
	[
		'A string that begins with @$',
		'8',
		'a = @$"b";',
		'CS1646: Keyword, identifier, or string expected after verbatim specifier: @'
	],
	[
		'The type nint',
		'9',
		'nint a = 0;',
		"CS0246: The type or namespace name `nint' could not be found. Are you missing an assembly reference?"
	],
	[
		'A constructor of a struct without parameters',
		'10',
		'public A() { }',
		'CS0568: Structs cannot contain explicit parameterless constructors'
	],
	[
		'params of another type than an array',
		'13',
		'void F(params Span<int> a) { }',
		'CS0225: The params parameter must be a single dimensional array'
	],
	[
		'The keyword field',
		'14',
		'int P { get => field; }',
		"CS0103: The name `field' does not exist in the current context"
	]
])('%s is C# %s: %s', (name, version, code, message) => {
	const source = `class A {\n\t${code}\n}`;
	const found = newerSyntax(source, [error(message, 2)]);
	expect(found?.line).toBe(2);
	expect(found?.sentence.startsWith(`${name} is C# ${version}`)).toBe(true);
	// In another line, or with another error, it is something else.
	expect(newerSyntax(source, [error(message, 3)])).toBeUndefined();
	expect(newerSyntax(source, [error('CS0029: Cannot implicitly convert type', 2)])).toBeUndefined();
});

test('a name that a tuple takes from its value stands where the tuple is made', () => {
	const lacks = [error("CS1061: Type `(int, int)' does not contain a definition for `x'", 4)];
	const source = (tuple: string) =>
		`class A {\n\tint F(int x, int y) {\n\t\tvar t = ${tuple};\n\t\treturn t.x;\n\t}\n}`;
	expect(newerSyntax(source('(x, y)'), lacks)?.line).toBe(3);
	expect(newerSyntax(source('(z: x, y: y)'), lacks)).toBeUndefined();
});

test('arithmetic of a type parameter is not known; its interface alone is', () => {
	const source = 'class A {\n\tT F<T>(T a) where T : INumber<T> {\n\t\treturn a + a;\n\t}\n}';
	const operands = "CS0019: Operator `+' cannot be applied to operands of type `T' and `T'";
	expect(newerSyntax(source, [error(operands, 3)])?.line).toBe(2);
	const missing = "CS0246: The type or namespace name `INumber' could not be found.";
	expect(newerSyntax(source, [error(missing, 2)])).toBeUndefined();
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
	['A deconstruction in foreach', 'void M() {\nforeach (var (a, b) in c) ; }', 3],
	['A constant as a pattern (is null)', 'bool M(object n) {\nreturn n is null; }', 3]
])('%s, which mcs lacks: %j', (name, code, line) => {
	const found = newerSyntax(`class A {\n${code}\n}`, unparsed);
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
	expect(newerSyntax(code, unparsed)).toBeUndefined();
});

test.each([
	['using System;\nusing A = B.C;\n\nvar sw = Stopwatch.StartNew();\n', 4],
	['// A sum.\nlong sum = 0;\n', 2],
	['using System;\nConsole.WriteLine(3);\n', 2],
	['for (int i = 0; i < 3; i++) F();\n', 1]
])('a statement outside of a class: %j', (source, line) => {
	expect(newerSyntax(source, unparsed)).toEqual({
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
	expect(newerSyntax(source, unparsed)).toBeUndefined();
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
	expect(newerSyntax(`class A {\n\t${code}\n}`, unparsed)).toBeUndefined();
});

test('the first of several counts', () => {
	expect(newerSyntax('int[] a = [1];\nb ??= c;', unparsed)?.line).toBe(1);
});
