/**
 * The class library of .NET 8, against which mcs compiles what Mono's does not have (`System.Runtime.Intrinsics`, for example).
 * Mono's comes first, since mcs cannot read a few types of .NET 8's (`Span<T>`).
 */
import type { Diagnostic } from '@cyclelab/contract/schema/failure';

const folder = '/opt/coreclr/shared/Microsoft.NETCore.App/8.0.4';

/** Where its types are, and what forwards to them; the harness names mscorlib. */
const assemblies = [
	'System.Private.CoreLib',
	'mscorlib',
	'System.Runtime',
	'System.Collections',
	'System.Collections.Concurrent',
	'System.Console',
	'System.Linq',
	'System.Memory',
	'System.Runtime.Numerics',
	'System.Text.Json',
	'System.Text.RegularExpressions',
	'System.Threading',
	'System.Threading.Tasks.Parallel'
];

export const ownLibrary: readonly string[] = [
	'-nostdlib',
	'-noconfig',
	...assemblies.map((name) => `-r:${folder}/${name}.dll`)
];

/** No such name, namespace, type, member or overload: another class library may have it. */
const missing = /^CS(?:0103|0117|0234|0246|1061|1501|1502|1503|1729): /;

export const namesNothing = ({ severity, message }: Diagnostic): boolean =>
	severity === 'error' && missing.test(message);

const errorsIn = (diagnostics: readonly Diagnostic[]) =>
	diagnostics.filter(({ severity }) => severity === 'error');

/** Whether the library has names that the other lacks, and mcs came to its end with it: fewer errors, none of its own (CS0584). */
export const isBetter = (own: readonly Diagnostic[], other: readonly Diagnostic[]): boolean =>
	errorsIn(own).length < errorsIn(other).length &&
	errorsIn(own).every(({ line, message }) => line !== undefined && !message.startsWith('CS0584'));
