/** Rust 1.85, for x86-64 and arm64, linked by lld with our harness and static libraries. */
import { passesFlag } from '@cyclelab/contract/flags/cc-flags';
import type { Representation } from '@cyclelab/contract/schema/code';
import { done } from '../inspect/read.ts';
import type { DecodedFunction } from '../inspect/listing.ts';
import { inForce, stepLimits as limits } from '../sandbox/limits.ts';
import { countElf, disassembleElf, stepElf } from './elf.ts';
import { mainFunction, readLlvmIr } from './llvm-ir.ts';
import { readPasses } from './llvm-passes.ts';
import { programName, sourceName } from './names.ts';
import {
	allFunctions,
	compileCommand,
	debugName,
	irName,
	linkCommand,
	linkMessages,
	passesCommand,
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
	StepResult,
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
			command: {
				...compileCommand(build, limits.compile, allFunctions),
				fetches: [irName(variant)]
			},
			next: { stage: 'link', command: linkCommand(build, limits.link, toBeShown) }
		});
		if (!all.then || !readLink(all.then, build, inForce(limits.link)).ok) return linked;
		const artifacts = [programName(variant)];
		const representations = yield* passesIn(build, irOf(all, variant), allFunctions);
		return done({
			artifacts,
			...compiled.value,
			unfinished: linked.failure,
			...(representations.length > 0 && { representations })
		});
	}
	const module = irOf(compiling, variant);
	const ir = readLlvmIr(module, { file: sourceName(build) });
	const built: BuiltProgram = { artifacts: [programName(variant)], ...compiled.value };
	const representations = [...(ir ? [ir] : []), ...(yield* passesIn(build, module))];
	if (representations.length > 0) built.representations = representations;
	return done(built);
}

const irOf = ({ fetched }: StepResult, variant: string) =>
	fetched.get(irName(variant))?.toString('utf8') ?? '';

/** What the passes made of the main function, if the flags ask for it. */
function* passesIn(
	build: Build,
	module: string,
	more: readonly string[] = []
): Generator<readonly Step[], Representation[], readonly StepResult[]> {
	const main = build.flags.includes(passesFlag)
		? mainFunction(module, { file: sourceName(build) })
		: undefined;
	if (!main) return [];
	const command = passesCommand(build, limits.compile, main, more);
	const { stderr } = yield* step({ stage: 'compile', command });
	const passes = readPasses(stderr.toString('utf8'), main);
	return passes ? [passes] : [];
}

/** The code of the learner's object, generic functions of the library among it, which the compiler makes for its types. */
function* disassemble(build: Build, made: BuiltProgram): Steps<DisassembledProgram> {
	const program = programName(build.variant);
	const options = ['--section=learner', '--demangle'];
	const file = debugName(build);
	const functions = yield* disassembleElf(build, program, limits.disassemble, options, { file });
	if (!functions.ok) return functions;
	const named = functions.value.map(withoutHashes);
	return done({ functions: made.unfinished ? withOwnLines(named) : named });
}

/** The library's names end with a hash in Rust's older mangling; the learner's own are in the newer one. */
export const withoutHashes = (decoded: DecodedFunction): DecodedFunction => ({
	...decoded,
	instructions: decoded.instructions.map(({ callee, ...instruction }) => ({
		...instruction,
		text: withoutHash(instruction.text),
		...(callee === undefined ? {} : { callee: withoutHash(callee) })
	}))
});
const withoutHash = (text: string) => text.replace(/::h[0-9a-f]{16}(?=[>+@]|$)/, '');

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
