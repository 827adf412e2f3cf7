/** C and C++: clang and gcc in two versions each, linked by lld with our harness. */
import type { Representation } from '@cyclelab/contract/schema/code';
import { namesOfCode } from '../inspect/elf-sections.ts';
import { bytesCommand, disassembleCommand, withBytes } from '../inspect/disassemble.ts';
import { harnessSection } from '../inspect/objdump.ts';
import { done } from '../inspect/read.ts';
import { inForce, stepLimits } from '../sandbox/limits.ts';
import {
	clangs,
	compileCommand,
	defaultFlags,
	formsAskedFor,
	gccs,
	isClang,
	isGcc,
	messagesCommand,
	ownLines,
	passesCommand,
	readCompile,
	syntaxAskedFor,
	type CcBuild
} from './cc-compile.ts';
import { linkCommand, linkMessages, type LinkForm } from './cc-link.ts';
import { countElf, disassembleElf, stepElf } from './elf.ts';
import { cut, mainFunction, readLlvmIr } from './llvm-ir.ts';
import { readPasses } from './llvm-passes.ts';
import { programName, sourceName } from './names.ts';
import { readLink } from './read-build.ts';
import { toBeShown } from './static-link.ts';
import { step } from './toolchain.ts';
import type { Build, BuiltProgram, Step, StepResult, Steps, Toolchain } from './toolchain.ts';

function* make(build: Build): Steps<BuiltProgram> {
	if (!isCc(build)) throw new Error(`${build.compiler} does not compile ${build.language}`);
	const { compile, link } = stepLimits;
	const program = programName(build.variant);
	const linkStep = (form: LinkForm): Step => ({
		stage: 'link',
		command: { ...linkCommand(build, form, link), fetches: [program] },
		// A program without the C library has no other code, as long as its source names no section.
		...(form === 'bare' && { next: { stage: 'disassemble', command: listing } })
	});
	const listing = disassembleCommand(
		program,
		build.target,
		stepLimits.disassemble,
		listingOptions(build, ['.text'])
	);
	const compileOnce = compileCommand(build, compile);
	const compiling = yield* step({
		stage: 'compile',
		command: compileOnce,
		next: linkStep('bare')
	});
	const hasEnded = compiling.exit.code === 0 || compiling.exit.code === 1;
	const again =
		isGcc(build.compiler) && hasEnded && compiling.stderr.length > 0
			? yield* step({ stage: 'compile', command: messagesCommand(compileOnce) })
			: undefined;
	const compiled = readCompile(compiling, build, inForce(compile), again);
	if (!compiled.ok) return compiled;
	const representations = yield* shownForms(build);
	const made = ({ fetched, then: output }: StepResult) =>
		done({
			artifacts: [program],
			...compiled.value,
			...representations,
			fetched,
			...(output && { listing: { command: listing, output } })
		});
	const bare = compiling.then;
	if (bare && readLink(bare, build, inForce(link)).ok) return made(bare);
	const library = yield* step(linkStep('library'));
	const linked = readLink(library, build, inForce(link), linkMessages[build.language]);
	if (linked.ok) return made(library);
	if (linked.failure.kind !== 'compile-error') return linked;
	const command = { ...linkCommand(build, 'library', link, toBeShown), fetches: [program] };
	const shown = yield* step({ stage: 'link', command });
	if (!readLink(shown, build, inForce(link)).ok) return linked;
	return done({
		artifacts: [program],
		...compiled.value,
		...representations,
		fetched: shown.fetched,
		unfinished: linked.failure
	});
}

/** Other forms of the code, where flags ask for them. What a compiler cannot show is left out: it has compiled the code. */
function* shownForms(
	build: CcBuild
): Generator<readonly Step[], Pick<BuiltProgram, 'representations'>, readonly StepResult[]> {
	const representations: Representation[] = [];
	const file = sourceName(build);
	const { compile } = stepLimits;
	for (const form of formsAskedFor(build)) {
		const command = compileCommand(build, compile, form);
		const { fetched } = yield* step({ stage: 'compile', command });
		const text = fetched.get(form.file)?.toString('utf8') ?? '';
		if (form.id !== 'passes') {
			const shown =
				form.id === 'llvm-ir' ? readLlvmIr(text, { file }) : readPreprocessed(text, file);
			if (shown) representations.push(shown);
			continue;
		}
		const main = mainFunction(text, { file });
		if (!main) continue;
		const passes = passesCommand(build, compile, main);
		const { stderr } = yield* step({ stage: 'compile', command: passes });
		const shown = readPasses(stderr.toString('utf8'), main);
		if (shown) representations.push(shown);
	}
	return representations.length > 0 ? { representations } : {};
}

const readPreprocessed = (text: string, file: string): Representation | undefined => {
	const own = ownLines(text, file);
	const phases = [{ name: 'after the preprocessor', text: cut(own) }];
	return own === '' ? undefined : { id: 'preprocessed', title: 'Preprocessed source', phases };
};

function isCc(build: Build): build is CcBuild {
	return (
		(build.language === 'c' || build.language === 'cpp') &&
		(isClang(build.compiler) || isGcc(build.compiler))
	);
}

/** More sections are listed whole: their names would make a long command line. */
const mostSections = 16;

/**
 * Sections of a program's code without the harness's, which is nine tenths of a short program and not shown.
 * Empty, for all code, if names do not tell the sections apart.
 */
export function withoutHarness(program: Buffer | undefined): string[] {
	const names = (program && namesOfCode(program)) ?? [];
	const others = names.filter((name) => name !== harnessSection && name.length <= 64);
	const isWhole = names.length > mostSections || others.length !== names.length - 1;
	return isWhole ? [] : others;
}

/** @param sections those to list; none: all */
const listingOptions = ({ language }: Build, sections: readonly string[]): string[] => [
	...sections.map((name) => `--section=${name}`),
	...(language === 'cpp' ? ['--demangle'] : []),
	// With the names of the functions of libraries, which are demangled there alone.
	...(language === 'cpp' && sections.includes('.plt') ? ['--dynamic-reloc'] : [])
];

const execute: Toolchain['execute'] = ({ variant }) => ({
	argv: [`{in}/${programName(variant)}`],
	env: {},
	uses: [programName(variant)]
});

const shared = {
	languages: ['c', 'cpp'],
	targets: ['x86-64', 'arm64'],
	image: 'cc',
	defaultFlags,
	limits: stepLimits,
	build: make,
	*disassemble(build, { fetched, listing }) {
		const program = programName(build.variant);
		const bytes = fetched?.get(program);
		const options = listingOptions(build, withoutHarness(bytes));
		const { disassemble } = stepLimits;
		const functions = yield* disassembleElf(build, program, disassemble, options, {
			listing,
			bytes
		});
		if (!functions.ok) return functions;
		const syntax = syntaxAskedFor(build);
		if (!syntax) return done({ functions: functions.value });
		const command = disassembleCommand(program, build.target, disassemble, options);
		const { stdout } = yield* step({
			stage: 'disassemble',
			command: bytesCommand(command, syntax)
		});
		return done({ functions: withBytes(functions.value, stdout.toString('utf8'), syntax) });
	},
	*count(build, made, { functions }, asked) {
		return yield* countElf(build, execute(build, made), functions, asked, stepLimits.count);
	},
	*step(build, made, { functions }, asked) {
		return yield* stepElf(build, execute(build, made), functions, asked, stepLimits.measure);
	},
	execute
} satisfies Partial<Toolchain>;

const toolchain = (compiler: CcBuild['compiler']): Toolchain => ({
	...shared,
	compiler,
	version: {
		argv: [`/usr/bin/${compiler}`, '--version'],
		pattern: isClang(compiler) ? /version (\d+\.\d+\.\d+)/ : /^gcc-\d+ \(.*?\) (\d+\.\d+\.\d+)/
	}
});

const [newest, ...older] = clangs;
/** The compiler of the runner's own kernels. */
export const clang: Toolchain = toolchain(newest);
export const ccToolchains: readonly Toolchain[] = [clang, ...[...older, ...gccs].map(toolchain)];
