/** C and C++: clang and gcc in two versions each, linked by lld with our harness. */
import { namesOfCode } from '../inspect/elf-sections.ts';
import { disassembleCommand } from '../inspect/disassemble.ts';
import { harnessSection } from '../inspect/objdump.ts';
import { done } from '../inspect/read.ts';
import { inForce, stepLimits } from '../sandbox/limits.ts';
import {
	clangs,
	compileCommand,
	defaultFlags,
	gccs,
	isClang,
	isGcc,
	readCompile,
	type CcBuild
} from './cc-compile.ts';
import { linkCommand, type LinkForm } from './cc-link.ts';
import { countElf, disassembleElf } from './elf.ts';
import { programName } from './names.ts';
import { readLink } from './read-build.ts';
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
	const compiling = yield* step({
		stage: 'compile',
		command: compileCommand(build, compile),
		next: linkStep('bare')
	});
	const compiled = readCompile(compiling, build, inForce(compile));
	if (!compiled.ok) return compiled;
	const made = ({ fetched, then: output }: StepResult) =>
		done({
			...{ artifacts: [program], ...compiled.value, fetched },
			...(output && { listing: { command: listing, output } })
		});
	const bare = compiling.then;
	if (bare && readLink(bare, build, inForce(link)).ok) return made(bare);
	const library = yield* step(linkStep('library'));
	const linked = readLink(library, build, inForce(link));
	return linked.ok ? made(library) : linked;
}

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
	...(language === 'cpp' ? ['--demangle'] : [])
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
		return functions.ok ? done({ functions: functions.value }) : functions;
	},
	*count(build, made, { functions }, asked) {
		return yield* countElf(build, execute(build, made), functions, asked, stepLimits.count);
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
