/**
 * C# on .NET 8, whose just-in-time compiler RyuJIT makes the machine code again in every process. A process reports at the end
 * the code that is in its memory (`runtime-rows.ts`). The listing is the code of a first process, in which RyuJIT prints what
 * it compiles too, and both must agree; counts and times of later processes are believed only if they report the same code.
 */
import { defined } from '@cyclelab/contract/defined';
import { disassembleCommand, readDisassembly, withLines } from '../inspect/disassemble.ts';
import { addressesOf, type Decoded, type DecodedFunction } from '../inspect/listing.ts';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import { failureOf } from '../measure/failure-of.ts';
import { finishRows, nothingRead, readRows, type Rows } from '../measure/rows.ts';
import {
	step,
	type Build,
	type BuiltProgram,
	type DisassembledProgram,
	type Step,
	type StepResult,
	type Steps,
	type Toolchain
} from './toolchain.ts';
import type { Command } from '../sandbox/command.ts';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import type { FailureFacts, Diagnostic } from '@cyclelab/contract/schema/failure';
import { dotnetLimits, inForce } from '../sandbox/limits.ts';
import {
	implausible,
	isSameCode,
	kernelName,
	memoOf,
	placesIn,
	withKernel,
	type Shown
} from './coreclr-code.ts';
import { linesOf, methodsOf, type Method } from './dotnet-code.ts';
import {
	assemblyName,
	harness,
	languageVersion,
	linesName,
	mcsCommand,
	mcsFlags,
	readMcsOutput,
	dotnetEnv
} from './dotnet-compile.ts';
import { countMoved } from './dotnet-count.ts';
import { noKernel } from './dotnet-diagnostics.ts';
import { wrapInElf } from './dotnet-elf.ts';
import { markFile, namesReadOnlySpan, withReadOnlyReferences } from './read-only-references.ts';
import { readMdb } from './dotnet-mdb.ts';
import {
	isMixed,
	jitPattern,
	jitRepresentation,
	printsOf,
	readJitPrint,
	type PrintedMethod,
	type PrintedCall
} from './jit-print.ts';
import { countingEnv } from './harness-env.ts';
import { csharpKernel } from './without-kernel.ts';

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

const ownLibrary: readonly string[] = [
	'-nostdlib',
	'-noconfig',
	...assemblies.map((name) => `-r:${folder}/${name}.dll`)
];

/** No such name, namespace, type, member or overload: another class library may have it. */
const missing = /^CS(?:0103|0117|0234|0246|1061|1501|1502|1503|1729): /;

const namesNothing = ({ severity, message }: Diagnostic): boolean =>
	severity === 'error' && missing.test(message);

const errorsIn = (diagnostics: readonly Diagnostic[]) =>
	diagnostics.filter(({ severity }) => severity === 'error');

/**
 * Whether the library has names that the other lacks, and mcs came to its end with it: fewer errors, or no more and all names, and
 * none of mcs's own (CS0584).
 */
const isBetter = (own: readonly Diagnostic[], other: readonly Diagnostic[]): boolean =>
	errorsIn(own).length < errorsIn(other).length + (own.some(namesNothing) ? 0 : 1) &&
	errorsIn(own).every(({ line, message }) => line !== undefined && !message.startsWith('CS0584'));

const program = '/opt/coreclr/dotnet';
/** The harness exits with it when the file has no kernel. */
const noKernelStatus = 70;
/** As many as are counted, so that the same methods are called and compiled. The default; an exercise may set another number. */
const shownIterations = 16_384;

const execute: Toolchain['execute'] = ({ variant, compiler, cores = 1 }) => ({
	argv: [program, 'exec', harness, `{in}/${assemblyName(variant)}`],
	env: coreclrEnv(compiler, cores),
	uses: [assemblyName(variant)]
});

function* make(build: Build): Steps<BuiltProgram> {
	const { compile } = dotnetLimits;
	const assembly = assemblyName(build.variant);
	const compileWith = (others: Record<string, string> = {}, library: readonly string[] = []) => {
		const command = mcsCommand(build, compile, others, library);
		return step({ stage: 'compile', command: { ...command, fetches: [assembly] } });
	};
	const compiling = yield* compileWith();
	const compiled = readMcsOutput(compiling, build, compile);
	if (compiled.ok) {
		if (!namesReadOnlySpan(compiling.fetched.get(assembly))) return compiled;
		const again = yield* compileWith({ [markFile.name]: markFile.text });
		const bytes = withReadOnlyReferences(again.fetched.get(assembly));
		if (bytes) return done({ ...compiled.value, fetched: new Map([[assembly, bytes]]) });
		return readMcsOutput(again, build, compile);
	}
	if (compiled.failure.kind !== 'compile-error') return compiled;
	if (!compiled.failure.diagnostics.some(namesNothing)) return compiled;
	const own = readMcsOutput(yield* compileWith({}, ownLibrary), build, compile);
	if (own.ok) return own;
	if (own.failure.kind !== 'compile-error') return compiled;
	return isBetter(own.failure.diagnostics, compiled.failure.diagnostics) ? own : compiled;
}

/** Of the generated kernel; no name of a variant begins so. */
const kernelFile = '_kernel.cs';

const printName = (variant: string) => `${variant}.jit.txt`;

/**
 * Runs the program once to have its code, with the IL it came from. Leaves the artifact `<variant>.jit.txt`.
 *
 * @param printed the methods whose code RyuJIT prints, as the value of `DOTNET_JitDisasm`
 */
function showCommand(
	build: Build,
	made: BuiltProgram,
	iterations: number,
	printed: string
): Command {
	const run = execute(build, made);
	const asked = { iterations, seed: 1, parameters: {} };
	const printing = {
		DOTNET_JitDisasm: printed,
		DOTNET_JitDisasmWithCodeBytes: '1',
		DOTNET_JitStdOutFile: printName(build.variant)
	};
	return {
		...run,
		env: {
			...run.env,
			...countingEnv(asked),
			// No emulator and no observer tells the harness.
			CYCLELAB_MODE: 'count',
			...printing,
			CYCLELAB_LINES: '1'
		},
		produces: [printName(build.variant)],
		limits: dotnetLimits.count
	};
}

type Process = {
	runtime: NonNullable<Rows['runtime']>;
	/** All, and the kernel's among them. */
	methods: Method[];
	kernel: Method;
	/** Of each method that was to be printed, unless its print is mixed with another's, because threads wrote at the same moment. */
	prints: ReadonlyMap<Method, PrintedMethod>;
};

/**
 * The code of a process that was asked to show it.
 *
 * @param asked names of the methods that RyuJIT was to print; all, if absent
 */
function readProcess(
	ran: StepResult,
	variant: string,
	asked?: ReadonlySet<string>
): ReadResult<Process> {
	const where = { stage: 'count', variant } as const;
	const failure = failureOf(ran, where, inForce(dotnetLimits.count));
	if (failure?.kind === 'crash' && failure.exitCode === noKernelStatus)
		return failed(noKernel(variant));
	if (failure) return failed(failure);
	const rows = finishRows(readRows(nothingRead, ran.results), where);
	if (!rows.ok) return rows;
	const runtime = rows.rows.runtime ?? [];
	const methods = methodsOf(runtime);
	const kernel = methods.find(({ name }) => name === kernelName);
	if (!kernel) return failed(implausible(where, 'Its runtime did not say which code it ran.'));
	const text = ran.fetched.get(printName(variant))?.toString('utf8') ?? '';
	const wanted = methods.filter(({ name }) => asked?.has(name) ?? true);
	const prints = printsOf(wanted, readJitPrint(text));
	const other = wanted.find((method) => !prints.has(method));
	// Only a method that was printed alone is certainly not mixed with another.
	if (other && asked?.size === 1 && !isMixed(text))
		return failed(implausible(where, `CoreCLR printed other code of ${other.name} than it ran.`));
	return done({ runtime, methods, kernel, prints });
}

const isWhole = ({ methods, prints }: Process) => methods.every((method) => prints.has(method));

/** If prints are mixed. */
const furtherProcesses = 8;

const mixed = (variant: string): FailureFacts => ({
	kind: 'refused',
	stage: 'compile',
	variant,
	reason:
		'The program’s threads had methods compiled at the same moment, so CoreCLR’s listings of them are mixed'
});

/**
 * The print of each method of a first process. On two busy cores of an Emerald Rapids 1 process of 10 has a mixed print if the
 * program starts two threads, and once eight in a row had. So if two in a row have, further processes, which must run the same
 * code, are asked for what is missing and for nothing else, by turns for all of it and for one method alone, which nothing is
 * mixed with.
 *
 * @param memo of the same methods
 * @param show a step that runs such a process, by the value of `DOTNET_JitDisasm`
 */
function* printsOfAll(
	{ methods, prints: printed }: Process,
	memo: readonly Shown[],
	show: (asked: string) => Step,
	variant: string
): Steps<ReadonlyMap<Method, PrintedMethod>> {
	const prints = new Map(printed);
	const shownBy = new Map(methods.map((method, index) => [method, memo[index]]));
	for (let n = 0; prints.size < methods.length; n++) {
		if (n === furtherProcesses) return failed(mixed(variant));
		const missing = methods.filter((method) => !prints.has(method));
		const asked = n % 2 === 0 ? missing : missing.slice(0, 1);
		const ran = yield* step(show(jitPattern(asked)));
		const read = readProcess(ran, variant, new Set(asked.map(({ name }) => name)));
		if (!read.ok) return read;
		for (const [other, print] of read.value.prints) {
			const method = missing.find((one) => {
				const shown = one.name === other.name && !prints.has(one) && shownBy.get(one);
				return shown && isSameCode(shown, other);
			});
			if (method) prints.set(method, print);
		}
	}
	return done(prints);
}

function* see(
	build: Build,
	made: BuiltProgram,
	iterations = shownIterations
): Steps<DisassembledProgram> {
	const { variant, target } = build;
	const tableCommand: Command = {
		argv: ['/usr/bin/cat', `{in}/${linesName(variant)}`],
		env: {},
		uses: [linesName(variant)],
		limits: dotnetLimits.disassemble
	};
	const show = (printed: string): Step => ({
		stage: 'count',
		command: {
			...showCommand(build, made, iterations, printed),
			fetches: [printName(variant)]
		}
	});
	const put = made.fetched && Object.fromEntries(made.fetched);
	const [first, table] = yield [
		{ ...show('*'), ...defined({ put }) },
		{ stage: 'disassemble', command: tableCommand }
	];
	if (!first || !table) throw new Error('a step gave nothing');
	let shown = readProcess(first, variant);
	const isUnfinished = !shown.ok && shown.failure.kind === 'compile-error' ? shown : undefined;
	if (isUnfinished) {
		const files = { [kernelFile]: csharpKernel };
		const command = mcsCommand(build, dotnetLimits.compile, files);
		const compiled = yield* step({ stage: 'compile', command, next: show('*') });
		if (!compiled.then) return isUnfinished;
		shown = readProcess(compiled.then, variant);
	}
	if (shown.ok && !isWhole(shown.value)) {
		const again = readProcess(yield* step(show('*')), variant);
		if (again.ok && isWhole(again.value)) shown = again;
	}
	if (!shown.ok) return isUnfinished ?? shown;
	const { runtime, methods, kernel } = shown.value;

	const limits = dotnetLimits.disassemble;
	const elf = `${variant}.jit.elf`;
	const listing = yield* step({
		stage: 'disassemble',
		command: disassembleCommand(elf, target, limits),
		put: { [elf]: wrapInElf(methods) }
	});
	const read = readDisassembly(listing, variant, target, inForce(limits));
	if (!read.ok) return read;
	const memo = memoOf(methods, read.value);
	const printed = yield* printsOfAll(shown.value, memo, show, variant);
	if (!printed.ok) return isUnfinished ?? printed;
	const prints = printed.value;
	const addresses = addressesOf(read.value);
	const lines = linesOf(runtime, readMdb(table.stdout), methods, addresses);
	const functions = withLines(withCallees(read.value, prints), lines);
	if (isUnfinished)
		return done({
			functions: functions.filter(({ symbol }) => symbol !== kernelName),
			unfinished: noKernel(variant)
		});
	const listed = jitRepresentation(prints, kernel);
	return done({
		functions: functions.map(withKernel),
		...(listed ? { representations: [listed] } : {}),
		origin: originOf(prints.get(kernel)?.tier ?? ''),
		memo
	});
}

/** @param tier of the kernel, as the just-in-time compiler names it */
const originOf = (tier: string) =>
	`CoreCLR compiled this code while the program ran, each method once, the kernel in the tier ${tier}. It is what the program read from its own memory, and byte by byte what the just-in-time compiler printed; processes that are counted or timed must have run the same, apart from addresses. ${languageVersion}`;

const toolchain = (compiler: Compiler): Toolchain => ({
	compiler,
	languages: ['cs'],
	targets: ['x86-64'],
	image: 'dotnet',
	version: {
		argv: [program, '--list-runtimes'],
		pattern: /^Microsoft\.NETCore\.App (\d+\.\d+\.\d+)/m
	},
	defaultFlags: () => [
		...mcsFlags,
		...Object.entries(settingsOf[compiler] ?? {}).map(([name, value]) => `${name}=${value}`)
	],
	limits: dotnetLimits,
	build: make,
	disassemble: see,
	*count(build, made, seen, asked) {
		const where = { stage: 'count', variant: build.variant } as const;
		const placesOf = (rows: Rows) => placesIn(rows, seen, where);
		const { count } = dotnetLimits;
		return yield* countMoved(build, execute(build, made), seen.functions, placesOf, asked, count);
	},
	execute,
	doubt(rows, seen, variant) {
		const places = placesIn(rows, seen, { stage: 'measure', variant });
		return places.ok ? undefined : places.failure;
	}
});

export const coreclr = toolchain('coreclr-8.0');
/** In every setting, what a learner gets by default first. */
export const coreclrs: readonly Toolchain[] = [
	coreclr,
	toolchain('coreclr-8.0-tier0'),
	toolchain('coreclr-8.0-unpromoted')
];

// How the .NET 8 runtime and its just-in-time compiler are set.

const runtimeEnv: Record<string, string> = {
	...dotnetEnv,
	// Nobody attaches a debugger, for which the runtime would open pipes.
	DOTNET_EnableDiagnostics: '0',
	// The runtime lists in its folder where its code is (3: that list and no other). It does not change the code.
	DOTNET_PerfMapEnabled: '3',
	DOTNET_PerfMapJitDumpPath: '.',
	// The sandbox has no memfd_create, through which the runtime would map its code twice, once to write and once to execute.
	DOTNET_EnableWriteXorExecute: '0',
	// No thread of the collector beside the kernel.
	DOTNET_gcConcurrent: '0',
	// The emulator that counts has no AVX-512, and counted code must be the code that is timed.
	DOTNET_EnableAVX512F: '0'
};

/**
 * How the just-in-time compiler is set: each method has one code, so that it is settled before timing which is measured. By
 * default .NET compiles a method several times: fast at first (Tier0), from within a loop that goes on for long (on-stack
 * replacement), and optimised when it was called 30 times (Tier1).
 */
const settings = {
	/** Optimised when first called, and then not again. */
	optimised: { DOTNET_TieredCompilation: '0' },
	/** Never anything but what is compiled at first: nobody counts calls or the passes of loops. */
	tier0: {
		DOTNET_TieredCompilation: '1',
		DOTNET_TC_CallCounting: '0',
		DOTNET_TC_OnStackReplacement: '0',
		DOTNET_TieredPGO: '0'
	},
	/** As RyuJIT was up to .NET 7: a struct is kept in registers with all its fields, at most four, or not at all. */
	unpromoted: { DOTNET_TieredCompilation: '0', DOTNET_JitEnablePhysicalPromotion: '0' }
} as const;

const settingsOf: Partial<Record<Compiler, Record<string, string>>> = {
	'coreclr-8.0': settings.optimised,
	'coreclr-8.0-tier0': settings.tier0,
	'coreclr-8.0-unpromoted': settings.unpromoted
};

/**
 * The environment of a process of this compiler. Its number of processors stands in machine code (`new
 * ConcurrentDictionary()`), and the cores of a tool change with what else is measured: each process gets the number of those that
 * are timed.
 */
const coreclrEnv = (compiler: Compiler, cores: number): Record<string, string> => ({
	...runtimeEnv,
	// Read as hexadecimal.
	DOTNET_PROCESSOR_COUNT: cores.toString(16),
	...settingsOf[compiler]
});

/** As objdump writes it behind a target. */
const name = / <.*>$/;

/** @param prints of the methods that `functions` are the listing of */
export function withCallees(
	functions: readonly DecodedFunction[],
	prints: ReadonlyMap<Method, PrintedMethod>
): DecodedFunction[] {
	const byAddress = new Map([...prints].map(([{ at }, print]) => [at, print]));
	const byName = new Map([...prints].map(([method, { name }]) => [name, method]));
	const nameless = ({ callee: _, ...instruction }: Decoded): Decoded => ({
		...instruction,
		text: instruction.text.replace(name, '')
	});
	const isShown = (target: number) =>
		functions.some(
			({ address, instructions }) =>
				target >= address && target <= (instructions.at(-1)?.address ?? address)
		);
	const named = (instruction: Decoded, { name: printed, direct }: PrintedCall): Decoded => {
		const method = byName.get(printed);
		const callee = method?.name ?? printed;
		const text = `${instruction.text.replace(name, '')} <${callee}>`;
		return { ...instruction, callee, text, ...(method && direct ? { target: method.at } : {}) };
	};
	return functions.map((decoded) => {
		const calls = byAddress.get(decoded.address)?.calls;
		return {
			...decoded,
			instructions: decoded.instructions.map((step) => {
				const call = calls?.get(step.address - decoded.address);
				if (call) return named(step, call);
				const { callee, target } = step;
				return callee === undefined || target === undefined || isShown(target)
					? step
					: nameless(step);
			})
		};
	});
}
