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
	linkCommand,
	phasesCommand,
	readGoBuild,
	runEnv,
	type Go,
	type GoBuild
} from './go-compile.ts';
import { learners, readExtent, symbolsCommand } from './go-functions.ts';
import { readPhases } from './go-phases.ts';
import { programName } from './names.ts';
import { step } from './toolchain.ts';
import type { Build, BuiltProgram, DisassembledProgram, Steps, Toolchain } from './toolchain.ts';

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
	if (!compiled.ok) return compiled;
	const linking = yield* step({ stage: 'link', command: linkCommand(build, link) });
	const linked = readGoBuild(linking, 'link', build, inForce(link));
	if (!linked.ok) return linked;
	return done({ artifacts: [programName(build.variant)], ...compiled.value });
}

function* see(asked: Build): Steps<DisassembledProgram> {
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
	const functions = yield* disassembleElf(build, program, limits, readExtent(symbols));
	if (!functions.ok) return functions;
	return done({
		functions: learners(functions.value),
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
