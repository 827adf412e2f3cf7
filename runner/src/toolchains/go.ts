/** Go in two versions: the gc compiler and Go's own linker. */
import { done, failed } from '../inspect/read.ts';
import { failureOf } from '../measure/failure-of.ts';
import { inForce, stepLimits } from '../sandbox/limits.ts';
import { countElf, disassembleElf } from './elf.ts';
import {
	compileCommand,
	defaultFlags,
	folderOf,
	gos,
	isGo,
	lacksKernel,
	linkCommand,
	phasesCommand,
	readGoBuild,
	runEnv,
	withoutMain,
	type Go,
	type GoBuild
} from './go-compile.ts';
import { programName } from './names.ts';
import {
	step,
	type Build,
	type BuiltProgram,
	type DisassembledProgram,
	type Steps,
	type Toolchain
} from './toolchain.ts';
import { linesOf } from '../inspect/lines.ts';
import type { DecodedFunction } from '../inspect/listing.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import { llvmTool } from '../sandbox/llvm.ts';
import { goReferences, withOwnLines } from './without-kernel.ts';
import type { Representation } from '@cyclelab/contract/schema/code';
import { shownPhases, type Phase } from './phases.ts';

/** @throws if the build is another toolchain's: our own mistake */
function goBuild(build: Build): GoBuild {
	if (!isGo(build)) throw new Error(`${build.compiler} is no Go compiler`);
	return build;
}

function* make(asked: Build): Steps<BuiltProgram> {
	const build = goBuild(asked);
	const { compile, link } = stepLimits;
	const compiling = yield* step({ stage: 'compile', command: compileCommand(build, compile) });
	const compiled = readGoBuild(compiling, 'compile', build, inForce(compile));
	if (!compiled.ok) {
		if (compiled.failure.kind !== 'compile-error' || !lacksKernel(compiled.failure))
			return compiled;
		const all = yield* step({
			stage: 'compile',
			command: compileCommand(build, compile, goReferences(build.source)),
			next: { stage: 'link', command: linkCommand(build, link) }
		});
		if (!all.then || !readGoBuild(all.then, 'link', build, inForce(link)).ok) return compiled;
		const shown = readGoBuild(all, 'compile', build, inForce(compile));
		if (!shown.ok) return compiled;
		const artifacts = [programName(build.variant)];
		return done({ artifacts, ...shown.value, unfinished: withoutMain(compiled.failure) });
	}
	const linking = yield* step({ stage: 'link', command: linkCommand(build, link) });
	const linked = readGoBuild(linking, 'link', build, inForce(link));
	if (!linked.ok) return linked;
	return done({ artifacts: [programName(build.variant)], ...compiled.value });
}

function* see(asked: Build, made: BuiltProgram): Steps<DisassembledProgram> {
	const build = goBuild(asked);
	const stage = 'disassemble';
	const limits = stepLimits.disassemble;
	const program = programName(build.variant);
	const [symbols, printed] = yield [
		{ stage, command: symbolsCommand(program, limits) },
		{ stage, command: phasesCommand(build, limits) }
	];
	if (!symbols || !printed) throw new Error('a step gave nothing');
	const failure = failureOf(symbols, { stage, variant: build.variant }, inForce(limits));
	if (failure) return failed(failure);
	// Beyond a limit there is less to see, which is no reason to show nothing.
	const phases = readPhases(printed.stdout.toString('utf8'));
	const isShownOnly = made.unfinished !== undefined;
	const extent = readExtent(symbols, isShownOnly);
	const functions = yield* disassembleElf(build, program, limits, extent);
	if (!functions.ok) return functions;
	const own = learners(functions.value, isShownOnly);
	return done({
		functions: isShownOnly ? withOwnLines(own) : own,
		...(phases ? { representations: [phases] } : {})
	});
}

const execute: Toolchain['execute'] = (build) => ({
	argv: [`{in}/${programName(build.variant)}`],
	env: runEnv(build.target, build.atomics),
	uses: [programName(build.variant)]
});

const toolchain = (compiler: Go): Toolchain => ({
	compiler,
	languages: ['go'],
	targets: ['x86-64', 'arm64'],
	image: 'go',
	version: {
		argv: [`${folderOf(compiler)}/bin/compile`, '-V'],
		pattern: /version go(\d+\.\d+\.\d+)/
	},
	defaultFlags,
	limits: stepLimits,
	build: make,
	disassemble: see,
	*count(build, made, { functions }, asked) {
		return yield* countElf(build, execute(build, made), functions, asked, stepLimits.count);
	},
	execute
});

const [newest, ...older] = gos;
/** The toolchain of a request without a version. */
export const go: Toolchain = toolchain(newest);
export const goToolchains: readonly Toolchain[] = [go, ...older.map(toolchain)];

// Which code of a Go program is the learner's: the functions of package main, but for the generated `main`.

/** A program holds the runtime and all it imports, some 100,000 instructions: where to look is asked before. */
const symbolsCommand = (program: string, limits: Limits): Command => ({
	argv: [llvmTool('llvm-objdump'), '-t', `{in}/${program}`],
	env: {},
	uses: [program],
	limits
});

const packagePrefix = 'main.';
const generated = 'main.main';
const symbol = /^([0-9a-f]{16}) .{6}F \.text\t([0-9a-f]{16}) (?:\.hidden )?(main\..+)$/;

/**
 * Options of llvm-objdump for the part of the text section that holds the learner's functions; the linker keeps a
 * package together.
 * @param withMain `main` is the learner's, or there is no other function
 * @throws if there are none: a program that was linked has a `kernel` or a `main`
 */
export function readExtent({ stdout }: Pick<Output, 'stdout'>, withMain = false): string[] {
	let from = Infinity;
	let to = 0;
	for (const line of linesOf(stdout.toString('utf8'))) {
		const [, address = '', size = '', name = ''] = symbol.exec(line.slice(0, 4000)) ?? [];
		if (name === '' || (name === generated && !withMain)) continue;
		from = Math.min(from, parseInt(address, 16));
		to = Math.max(to, parseInt(address, 16) + parseInt(size, 16));
	}
	if (to === 0) throw new Error('a Go program without functions of package main');
	return ['-j', '.text', `--start-address=${from}`, `--stop-address=${to}`];
}

/** Named as in the file: `kernel`, not `main.kernel`. */
export const learners = (
	functions: readonly DecodedFunction[],
	withMain = false
): DecodedFunction[] =>
	functions
		.filter(
			({ symbol: name }) => name.startsWith(packagePrefix) && (withMain || name !== generated)
		)
		.map((decoded) => ({ ...decoded, symbol: decoded.symbol.slice(packagePrefix.length) }));

/** Lines that begin a phase; the first group is its name. The other lines of this form end one. */
const begins: readonly { line: RegExp; name?: string }[] = [
	{ line: /^buildssa-body$/, name: 'AST' },
	{ line: /^compiling kernel$/, name: 'start' },
	{ line: /^ {2}pass (.{1,60}) end \[\d+ ns\]$/ },
	{ line: /^genssa kernel$/, name: 'genssa' }
];
const ends = /^(?: {2}pass .{1,60} begin|dumped SSA for kernel,.*)$/;

/** Undefined if the text holds no phase. A phase that changed nothing has no entry. */
export function readPhases(text: string): Representation | undefined {
	const all: Phase[] = [];
	let lines: string[] | undefined;
	let name = '';
	const end = () => {
		if (lines) all.push({ name, text: lines.join('\n') });
		lines = undefined;
	};
	for (const line of linesOf(text)) {
		const begin = beginning(line);
		if (begin === undefined && !ends.test(line)) {
			lines?.push(line);
			continue;
		}
		end();
		if (begin === undefined) continue;
		name = begin;
		lines = [];
	}
	end();
	const phases = shownPhases(all);
	return phases && { id: 'ssa', title: 'SSA phases of the Go compiler', phases };
}

function beginning(line: string): string | undefined {
	for (const { line: pattern, name } of begins) {
		const match = pattern.exec(line);
		if (match) return name ?? match[1];
	}
	return undefined;
}
