/** Rust 1.85, for x86-64 and arm64, linked by lld with our harness and static libraries. */
import { done } from '../inspect/read.ts';
import { inForce, stepLimits as limits } from '../sandbox/limits.ts';
import { countElf, disassembleElf } from './elf.ts';
import { readLlvmIr } from './llvm-ir.ts';
import { programName, sourceName } from './names.ts';
import {
	compileCommand,
	debugName,
	irName,
	linkCommand,
	linkMessages,
	readCompile,
	rustDefaultFlags
} from './rust-build.ts';
import { readLink } from './read-build.ts';
import { step } from './toolchain.ts';
import type {
	Build,
	BuiltProgram,
	DisassembledProgram,
	Step,
	Steps,
	Toolchain
} from './toolchain.ts';

function* make(build: Build): Steps<BuiltProgram> {
	const { variant } = build;
	const link: Step = { stage: 'link', command: linkCommand(build, limits.link) };
	const compiling = yield* step({
		stage: 'compile',
		command: { ...compileCommand(build, limits.compile), fetches: [irName(variant)] },
		next: link
	});
	const compiled = readCompile(compiling, build, inForce(limits.compile));
	if (!compiled.ok) return compiled;
	const linking = compiling.then ?? (yield* step(link));
	const linked = readLink(linking, build, inForce(limits.link), linkMessages);
	if (!linked.ok) return linked;
	const module = compiling.fetched.get(irName(variant))?.toString('utf8') ?? '';
	const ir = readLlvmIr(module, { file: sourceName(build) });
	const built: BuiltProgram = { artifacts: [programName(variant)], ...compiled.value };
	if (ir) built.representations = [ir];
	return done(built);
}

/** The code of the learner's object, generic functions of the library among it, which the compiler makes for its types. */
function* disassemble(build: Build): Steps<DisassembledProgram> {
	const program = programName(build.variant);
	const options = ['--section=learner', '--demangle'];
	const file = debugName(build);
	const functions = yield* disassembleElf(build, program, limits.disassemble, options, { file });
	return functions.ok ? done({ functions: functions.value }) : functions;
}

const execute: Toolchain['execute'] = ({ variant }) => ({
	argv: [`{in}/${programName(variant)}`],
	env: {},
	uses: [programName(variant)]
});

export const rust: Toolchain = {
	compiler: 'rust-1.85',
	languages: ['rs'],
	targets: ['x86-64', 'arm64'],
	image: 'rust',
	version: {
		argv: ['/usr/bin/rustc', '--version', '--verbose'],
		pattern: /^release: (\d+\.\d+\.\d+)$/m
	},
	defaultFlags: rustDefaultFlags,
	limits,
	build: make,
	disassemble,
	*count(build, made, { functions }, asked) {
		return yield* countElf(build, execute(build, made), functions, asked, limits.count);
	},
	execute
};
