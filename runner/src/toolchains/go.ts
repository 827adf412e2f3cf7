/** Go 1.24: the gc compiler and Go's own linker. */
import { done, failed } from '../inspect/read.ts';
import { failureOf } from '../measure/failure-of.ts';
import { inForce, stepLimits } from '../sandbox/limits.ts';
import { countElf, disassembleElf } from './elf.ts';
import {
	compileCommand,
	defaultFlags,
	linkCommand,
	phasesCommand,
	readBuild,
	runEnv
} from './go-compile.ts';
import { learners, readExtent, symbolsCommand } from './go-functions.ts';
import { readPhases } from './go-phases.ts';
import { programName } from './names.ts';
import { step } from './toolchain.ts';
import type { Build, BuiltProgram, DisassembledProgram, Steps, Toolchain } from './toolchain.ts';

function* make(build: Build): Steps<BuiltProgram> {
	const { compile, link } = stepLimits;
	const compiling = yield* step({ stage: 'compile', command: compileCommand(build, compile) });
	const compiled = readBuild(compiling, 'compile', build, inForce(compile));
	if (!compiled.ok) return compiled;
	const linking = yield* step({ stage: 'link', command: linkCommand(build, link) });
	const linked = readBuild(linking, 'link', build, inForce(link));
	if (!linked.ok) return linked;
	return done({ artifacts: [programName(build.variant)], ...compiled.value });
}

function* see(build: Build): Steps<DisassembledProgram> {
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

export const go: Toolchain = {
	compiler: 'go-1.24',
	languages: ['go'],
	targets: ['x86-64', 'arm64'],
	image: 'go',
	version: { argv: ['/opt/cyclelab/go/bin/compile', '-V'], pattern: /version go(\d+\.\d+\.\d+)/ },
	defaultFlags,
	limits: stepLimits,
	build: make,
	disassemble: see,
	*count(build, made, { functions }, asked) {
		return yield* countElf(build, execute(build, made), functions, asked, stepLimits.count);
	},
	execute
};
