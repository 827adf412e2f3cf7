/** Rust 1.85, for x86-64 and arm64, linked by lld with our harness and static libraries. */
import { done } from '../inspect/read.ts';
import { inForce, stepLimits as limits } from '../sandbox/limits.ts';
import { countElf, disassembleElf, stepElf } from './elf.ts';
import { readLlvmIr } from './llvm-ir.ts';
import { programName, sourceName } from './names.ts';
import {
	allFunctions,
	compileCommand,
	debugName,
	irName,
	linkCommand,
	linkMessages,
	readCompile,
	rustDefaultFlags
} from './rust-build.ts';
import { readLink } from './read-build.ts';
import { toBeShown } from './static-link.ts';
import { step } from './toolchain.ts';
import type {
	Build,
	BuiltProgram,
	DisassembledProgram,
	Step,
	Steps,
	Toolchain
} from './toolchain.ts';
import { withOwnLines } from './without-kernel.ts';

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
	if (!linked.ok) {
		if (linked.failure.kind !== 'compile-error') return linked;
		const all = yield* step({
			stage: 'compile',
			command: compileCommand(build, limits.compile, allFunctions),
			next: { stage: 'link', command: linkCommand(build, limits.link, toBeShown) }
		});
		if (!all.then || !readLink(all.then, build, inForce(limits.link)).ok) return linked;
		const artifacts = [programName(variant)];
		return done({ artifacts, ...compiled.value, unfinished: linked.failure });
	}
	const module = compiling.fetched.get(irName(variant))?.toString('utf8') ?? '';
	const ir = readLlvmIr(module, { file: sourceName(build) });
	const built: BuiltProgram = { artifacts: [programName(variant)], ...compiled.value };
	if (ir) built.representations = [ir];
	return done(built);
}

/** The code of the learner's object, generic functions of the library among it, which the compiler makes for its types. */
function* disassemble(build: Build, made: BuiltProgram): Steps<DisassembledProgram> {
	const program = programName(build.variant);
	const options = ['--section=learner', '--demangle'];
	const file = debugName(build);
	const functions = yield* disassembleElf(build, program, limits.disassemble, options, { file });
	if (!functions.ok) return functions;
	return done({ functions: made.unfinished ? withOwnLines(functions.value) : functions.value });
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
	*step(build, made, { functions }, asked) {
		return yield* stepElf(build, execute(build, made), functions, asked, limits.measure);
	},
	execute
};
