/**
 * C# on CoreCLR 3.1, whose just-in-time compiler RyuJIT makes the machine code again in every process. A process reports its
 * code at the end (`runtime-rows.ts`); the listing is the code of a first process, and counts and times of later processes are
 * believed only if they report the same code.
 */
import { disassembleCommand, readDisassembly, withLines } from '../inspect/disassemble.ts';
import { addressesOf } from '../inspect/listing.ts';
import { done, failed } from '../inspect/read.ts';
import { failureOf } from '../measure/failure-of.ts';
import { finishRows, nothingRead, readRows, type Rows } from '../measure/rows.ts';
import { step } from './toolchain.ts';
import type { Command } from '../sandbox/command.ts';
import { dotnetLimits, inForce } from '../sandbox/limits.ts';
import { implausible, kernelName, memoOf, placesIn, withKernel } from './coreclr-code.ts';
import { linesOf, methodsOf } from './dotnet-code.ts';
import {
	assemblyName,
	dotnetEnv,
	harness,
	linesName,
	mcsCommand,
	mcsFlags,
	readMcsOutput
} from './dotnet-compile.ts';
import { countMoved } from './dotnet-count.ts';
import { noKernel } from './dotnet-diagnostics.ts';
import { withCallees } from './dotnet-callees.ts';
import { wrapInElf } from './dotnet-elf.ts';
import { readMdb } from './dotnet-mdb.ts';
import {
	type Build,
	type BuiltProgram,
	type DisassembledProgram,
	type Steps,
	type Toolchain
} from './toolchain.ts';
import { countingEnv } from './harness-env.ts';

const program = '/opt/coreclr/dotnet';
/** The harness exits with it when the file has no kernel. */
const noKernelStatus = 70;
/** As many as are counted, so that the same methods are called and compiled. The default; an exercise may set another number. */
const shownIterations = 16_384;

const runtimeEnv = {
	...dotnetEnv,
	// Nobody attaches a debugger, for which the runtime would open pipes.
	COMPlus_EnableDiagnostics: '0',
	// The runtime writes down where its code is. It does not change the code.
	COMPlus_PerfMapEnabled: '1',
	// As in the harness's runtimeconfig.json: final code at once, no thread of the collector beside the kernel.
	COMPlus_TieredCompilation: '0',
	COMPlus_gcConcurrent: '0'
};

const execute: Toolchain['execute'] = ({ variant }) => ({
	argv: [program, 'exec', harness, `{in}/${assemblyName(variant)}`],
	env: runtimeEnv,
	uses: [assemblyName(variant)]
});

function* make(build: Build): Steps<BuiltProgram> {
	const { compile } = dotnetLimits;
	const compiling = yield* step({ stage: 'compile', command: mcsCommand(build, compile) });
	return readMcsOutput(compiling, build, compile);
}

/** Runs the program once to have its code, with the IL it came from. */
function showCommand(build: Build, made: BuiltProgram, iterations: number): Command {
	const run = execute(build, made);
	const asked = { iterations, seed: 1, parameters: {} };
	return {
		...run,
		env: { ...run.env, ...countingEnv(asked), CYCLELAB_LINES: '1' },
		limits: dotnetLimits.count
	};
}

function* see(
	build: Build,
	made: BuiltProgram,
	iterations = shownIterations
): Steps<DisassembledProgram> {
	const { variant, target } = build;
	const where = { stage: 'count', variant } as const;
	const tableCommand: Command = {
		argv: ['/usr/bin/cat', `{in}/${linesName(variant)}`],
		env: {},
		uses: [linesName(variant)],
		limits: dotnetLimits.disassemble
	};
	const [ran, table] = yield [
		{ stage: 'count', command: showCommand(build, made, iterations) },
		{ stage: 'disassemble', command: tableCommand }
	];
	if (!ran || !table) throw new Error('a step gave nothing');
	const failure = failureOf(ran, where, inForce(dotnetLimits.count));
	if (failure?.kind === 'crash' && failure.exitCode === noKernelStatus)
		return failed(noKernel(variant));
	if (failure) return failed(failure);
	const rows = finishRows(readRows(nothingRead, ran.results), where);
	if (!rows.ok) return rows;
	const runtime = rows.rows.runtime ?? [];
	const methods = methodsOf(runtime);
	if (!methods.some(({ name }) => name === kernelName))
		return failed(implausible(where, 'Its runtime did not say which code it ran.'));

	const limits = dotnetLimits.disassemble;
	const elf = `${variant}.jit.elf`;
	const listing = yield* step({
		stage: 'disassemble',
		command: disassembleCommand(elf, target, limits),
		put: { [elf]: wrapInElf(methods) }
	});
	const read = readDisassembly(listing, variant, target, inForce(limits));
	if (!read.ok) return read;
	const addresses = addressesOf(read.value);
	const lines = linesOf(runtime, readMdb(table.stdout), methods, addresses);
	return done({
		functions: withLines(withCallees(read.value, methods, runtime), lines).map(withKernel),
		origin:
			'CoreCLR compiled this code while the program ran, and the program read it from its own memory; processes that are counted or timed must have run the same, apart from addresses.',
		memo: memoOf(methods, read.value)
	});
}

export const coreclr: Toolchain = {
	compiler: 'coreclr-3.1',
	languages: ['cs'],
	targets: ['x86-64'],
	image: 'dotnet',
	version: {
		argv: [program, '--list-runtimes'],
		pattern: /^Microsoft\.NETCore\.App (\d+\.\d+\.\d+)/m
	},
	defaultFlags: () => mcsFlags,
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
};
