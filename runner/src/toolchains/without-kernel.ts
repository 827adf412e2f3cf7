/**
 * Sources without a kernel, which are compiled to be shown: what a compiler is given beside them, so that it makes code of
 * functions that nothing calls. Pure.
 */
import type { DecodedFunction } from '../inspect/listing.ts';

/** More functions of a file are not shown. */
const mostFunctions = 60;

/**
 * The functions that have code of the learner's file: a compiler that leaves out nothing compiles the library's and the
 * generated file's too.
 */
export const withOwnLines = (functions: readonly DecodedFunction[]): DecodedFunction[] =>
	functions.filter(({ instructions }) => instructions.some(({ line }) => line !== undefined));

/**
 * A Go file that refers to all functions and methods of the learner's, so that the linker keeps them. Generic functions
 * have no code of their own.
 */
export function goReferences(source: string): string {
	const found = source.matchAll(
		/^func[ \t]+(?:\([ \t]*(?:\w+[ \t]+)?(\*?\w+)[ \t]*\)[ \t]*)?(\w+)[ \t]*\(/gm
	);
	const all = [...found].map(([, receiver = '', name = '']) => ({ receiver, name }));
	const names = all
		.filter(({ receiver, name }) => receiver !== '' || !['main', 'init', '_'].includes(name))
		.map(({ receiver, name }) => {
			if (receiver === '') return name;
			return receiver.startsWith('*') ? `(${receiver}).${name}` : `${receiver}.${name}`;
		})
		.slice(0, mostFunctions);
	const hasMain = all.some(({ receiver, name }) => receiver === '' && name === 'main');
	return [
		'package main',
		`var cyclelabShown = []any{${names.join(', ')}}`,
		'func init() { for _, one := range cyclelabShown { if one == nil { panic(one) } } }',
		...(hasMain ? [] : ['func main() {}']),
		''
	].join('\n');
}

/** Crystal's types that a function with a C name may take. */
const cTypes =
	/^(?:U?Int(?:8|16|32|64)|Float(?:32|64)|Bool|Char|Pointer\([\w():, ]+\)|[A-Z]\w*\*)$/;

/**
 * Lines for the end of a Crystal file: the compiler makes code of a `def` only where something calls it. For each that
 * takes numbers and arrays, a function that has its name in the machine code, calls it, and stores a result whose type is
 * not written.
 */
export function crystalCalls(source: string): string {
	const found = source.matchAll(
		/^def[ \t]+([a-z_]\w*[?!]?)(?:\(((?:[^()\n]|\([^()\n]*\))*)\))?(?:[ \t]*:[ \t]*([\w():, ]+?))?[ \t]*$/gm
	);
	const calls = [...found].flatMap(([, name = '', inside = '', result = ''], i) => {
		const types = inside === '' ? [] : inside.split(/,(?![^(]*\))/).map(typeOf);
		if (!types.every((type) => cTypes.test(type) || isArray(type))) return [];
		const parameters = types.map((type, n) => `p${n} : ${isArray(type) ? 'Void*' : type}`);
		const values = types.map((type, n) => (isArray(type) ? `p${n}.as(${type})` : `p${n}`));
		const symbol = JSON.stringify(types.length === 0 ? name : `${name}(${types.join(', ')})`);
		const call = `${name}(${values.join(', ')})`;
		return cTypes.test(result)
			? [`fun __cyclelab_${i} = ${symbol}(${parameters.join(', ')}) : ${result}\n\t${call}\nend`]
			: [
					`fun __cyclelab_${i} = ${symbol}(${[...parameters, 'to : Void*'].join(', ')})`,
					`\tresult = ${call}`,
					'\tto.as(Pointer(typeof(result))).value = result',
					'end'
				].join('\n');
	});
	return calls.slice(0, mostFunctions).join('\n');
}

const typeOf = (parameter: string) =>
	(/ : (.*?)(?: = .*)?$/.exec(parameter.trim())?.[1] ?? '').trim();
const isArray = (type: string) => /^(?:Array\([\w():, ]+\)|String)$/.test(type);

/** A C# file with a kernel that has the runtime compile all methods of the learner's file. */
export const csharpKernel = `using System.Reflection;
using System.Runtime.CompilerServices;
public static class Kernel {
	public static ulong Run(ulong iterations) {
		const BindingFlags every = BindingFlags.DeclaredOnly | BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
		foreach (var type in typeof(Kernel).Assembly.GetTypes()) {
			if (type == typeof(Kernel) || type.ContainsGenericParameters) continue;
			foreach (var member in type.GetMembers(every)) {
				var method = member as MethodBase;
				if (method != null && !method.ContainsGenericParameters && method.GetMethodBody() != null)
					RuntimeHelpers.PrepareMethod(method.MethodHandle);
			}
		}
		return iterations;
	}
}
`;
