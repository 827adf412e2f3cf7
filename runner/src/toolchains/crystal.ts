/** Crystal 1.14, for x86-64 and arm64, linked by lld with our harness and static libraries. */
import { done } from '../inspect/read.ts';
import { crystalStepLimits as limits, inForce } from '../sandbox/limits.ts';
import {
	compileCommand,
	crystalDefaultFlags,
	irName,
	linkCommand,
	linkMessages,
	readCompile
} from './crystal-build.ts';
import { readIr } from './crystal-ir.ts';
import { disassembleCrystal } from './crystal-disassemble.ts';
import { countElf } from './elf.ts';
import { programName } from './names.ts';
import { readLink } from './read-build.ts';
import { step } from './toolchain.ts';
import type { Build, BuiltProgram, Step, Steps, Toolchain } from './toolchain.ts';

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
	const ir = readIr(compiling.fetched.get(irName(variant))?.toString('utf8') ?? '', build);
	const artifacts = [programName(variant)];
	return done({ artifacts, ...compiled.value, ...(ir ? { representations: [ir] } : {}) });
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
	execute
};
