/** Crystal 1.14, for x86-64 and arm64, linked by lld with our harness and static libraries. */
import { done } from '../inspect/read.ts';
import { crystalStepLimits as limits, inForce } from '../sandbox/limits.ts';
import {
	compileCommand,
	crystalDefaultFlags,
	irName,
	linkCommand,
	linkMessages,
	messagesCommand,
	readCompile
} from './crystal-build.ts';
import { disassembleCrystal } from './crystal-disassemble.ts';
import { countElf, stepElf } from './elf.ts';
import { programName, sourceName } from './names.ts';
import { readLink } from './read-build.ts';
import { toBeShown } from './static-link.ts';
import {
	step,
	type Build,
	type BuiltProgram,
	type Step,
	type StepResult,
	type Steps,
	type Toolchain
} from './toolchain.ts';
import type { Representation } from '@cyclelab/contract/schema/code';
import { crystalLibrary, crystalParts, plainPaths } from './crystal-paths.ts';
import { readLlvmIr } from './llvm-ir.ts';
import { crystalCalls } from './without-kernel.ts';

function* make(build: Build): Steps<BuiltProgram> {
	const { variant } = build;
	const link: Step = { stage: 'link', command: linkCommand(build, limits.link) };
	const command = { ...compileCommand(build, limits.compile), fetches: [irName(variant)] };
	const compiling = yield* step({ stage: 'compile', command, next: link });
	const again =
		compiling.exit.code === 1
			? yield* step({ stage: 'compile', command: messagesCommand(command) })
			: undefined;
	const compiled = readCompile(compiling, build, inForce(limits.compile), again);
	if (!compiled.ok) return compiled;
	const linking = compiling.then ?? (yield* step(link));
	const linked = readLink(linking, build, inForce(limits.link), linkMessages);
	if (!linked.ok) {
		if (linked.failure.kind !== 'compile-error') return linked;
		const shown = yield* linkToShow(build);
		if (!shown) return linked;
		const artifacts = [programName(variant)];
		return done({ artifacts, ...compiled.value, unfinished: linked.failure });
	}
	const ir = readIr(compiling.fetched.get(irName(variant))?.toString('utf8') ?? '', build);
	const artifacts = [programName(variant)];
	return done({ artifacts, ...compiled.value, ...(ir ? { representations: [ir] } : {}) });
}

/** Whether a program was made to be shown, of the file with calls of its functions, or of the file as it is. */
function* linkToShow(build: Build): Generator<readonly Step[], boolean, readonly StepResult[]> {
	const link = { stage: 'link', command: linkCommand(build, limits.link, toBeShown) } as const;
	const source = `${build.source}\n${crystalCalls(build.source)}`;
	const command = compileCommand({ ...build, source }, limits.compile);
	const called = yield* step({ stage: 'compile', command, next: link });
	const linked = called.then ?? (yield* step(link));
	return readLink(linked, build, inForce(limits.link)).ok;
}

const execute: Toolchain['execute'] = ({ variant }) => ({
	argv: [`{in}/${programName(variant)}`],
	// The garbage collector marks on the kernel's own thread; helpers would share its core.
	env: { GC_MARKERS: '1' },
	uses: [programName(variant)]
});

export const crystal: Toolchain = {
	compiler: 'crystal-1.14',
	languages: ['cr'],
	targets: ['x86-64', 'arm64'],
	image: 'crystal',
	version: { argv: ['/usr/bin/crystal', '--version'], pattern: /^Crystal (\d+\.\d+\.\d+)/ },
	defaultFlags: crystalDefaultFlags,
	limits,
	slowBuildNotice:
		'Crystal optimises its library together with your program, which takes a second or more.',
	build: make,
	*disassemble(build) {
		const functions = yield* disassembleCrystal(build, limits.disassemble);
		return functions.ok ? done({ functions: functions.value }) : functions;
	},
	*count(build, made, { functions }, asked) {
		return yield* countElf(build, execute(build, made), functions, asked, limits.count);
	},
	*step(build, made, { functions }, asked) {
		return yield* stepElf(build, execute(build, made), functions, asked, limits.measure);
	},
	execute
};

// The learner's functions in the LLVM IR that Crystal prints of a whole program.

/** Undefined if the text has none of the learner's functions. */
export const readIr = (
	module: string,
	build: Pick<Build, 'variant' | 'language'>
): Representation | undefined =>
	readLlvmIr(module, {
		file: sourceName(build),
		isLibrary: (folder) =>
			[crystalLibrary, crystalParts].some((one) => folder === one || folder.startsWith(`${one}/`)),
		readable: (text) => plainPaths(text, build)
	});
