/** The content gate: every variant of every exercise, built by both compilers with the runner's own commands, and run. */
import Docker from 'dockerode';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadExercises } from '@cyclelab/exercises/load';
import { extensionOf, Target, type Exercise } from '@cyclelab/exercises/schema';
import { ensureImages, imageTag } from '@cyclelab/images/build';
import { isaOf } from '../../runner/src/inspect/isa.ts';
import { parseFlags } from '../../runner/src/toolchains/flags.ts';
import { linkCommand } from '../../runner/src/toolchains/cc-link.ts';
import { compileCommand, type CcBuild } from '../../runner/src/toolchains/cc-compile.ts';
import type { Command } from '../../runner/src/sandbox/command.ts';
import { executions } from './executions.ts';
import { rowsOf } from './harness-rows.ts';
import { inContainer } from './in-container.ts';

const docker = new Docker();
let image = '';

beforeAll(async () => {
	await ensureImages({ docker, names: ['cc'], onProgress: console.log });
	image = await imageTag('cc');
});

const { exercises } = await loadExercises();
const compilers = ['clang-19', 'gcc-14'] as const;
/** One assembly pass is one iteration then, so counts can be compared with what was asked for. */
const oneByOne = ['-fno-unroll-loops', '-fno-tree-vectorize', '-fno-tree-slp-vectorize'];
const strict = ['-Wall', '-Wextra', '-Werror'];
const iterations = 4096;
/** Not in force: these commands run in a plain container. */
const limits: Command['limits'] = {
	wallMs: 0,
	cpuSeconds: 0,
	addressSpaceMiB: 0,
	fileMiB: 0,
	processes: 0,
	openFiles: 0,
	outputKiB: 0
};

const cases = exercises.flatMap((exercise) =>
	(['c', 'cpp'] as const)
		.filter((language) => exercise.sources[language])
		.flatMap((language) =>
			Target.options.map((target) => ({ name: exercise.slug, exercise, language, target }))
		)
);

describe.each(cases)('$name in $language for $target', ({ exercise, language, target }) => {
	test('its flags are on the list of allowed ones', () => {
		const { flags } = exercise.facts;
		expect(parseFlags(flags, 'clang-19', target)).toEqual({ flags });
	});

	test('compiles without a warning, and counts and checksums are what they should be', async () => {
		const runs = await Promise.all(
			compilers.flatMap((compiler) =>
				[[], oneByOne].map((flags) => counted(exercise, { language, compiler, target }, flags))
			)
		);
		const variants = Object.keys(exercise.sources[language] ?? {}).sort();
		const [first = {}] = runs;
		for (const run of runs) {
			expect(Object.keys(run).sort()).toEqual(variants);
			for (const variant of variants) {
				expect([variant, run[variant]?.checksum]).toEqual([variant, first[variant]?.checksum]);
				expect([variant, run[variant]?.again]).toEqual([variant, first[variant]?.checksum]);
			}
		}
		const hottest = runs.map((run) => Object.values(run).map((program) => program.hottest));
		for (const [i, counts] of hottest.entries()) {
			if (i % 2 === 1) expect(counts).toEqual(counts.map(() => iterations));
			for (const count of counts) expect([1, 2, 4, 8, 16]).toContain(iterations / count);
		}
		if (exercise.facts.sameChecksum)
			expect(new Set(Object.values(first).map(({ checksum }) => checksum)).size).toBe(1);
	});
});

test('the chase visits every line of its working set once before it returns', async () => {
	const chase = exercises.find(({ slug }) => slug === 'cache-working-set')!;
	const lines = (1 << 20) / 64;
	const stopsAt = async (hops: number) => {
		const where = { language: 'c', compiler: 'clang-19', target: 'x86-64' } as const;
		const run = await counted(chase, where, [], {
			CYCLELAB_COUNT: String(hops),
			CYCLELAB_P_working_set: String(lines * 64)
		});
		return Number(`0x${run.chase?.checksum}`);
	};
	// The number of lines is a power of two: back after all of them but not after half is one cycle through all.
	expect(await stopsAt(lines)).toBe(0);
	expect(await stopsAt(lines / 2)).not.toBe(0);
});

type Counted = { checksum: string; again: string; hottest: number };

/** Builds all variants in one container and runs each under the counting emulator, and once more without counting. */
async function counted(
	exercise: Exercise,
	where: Pick<CcBuild, 'language' | 'compiler' | 'target'>,
	extra: readonly string[],
	env: Record<string, string> = {}
): Promise<Record<string, Counted>> {
	const { language, target } = where;
	const sources = Object.entries(exercise.sources[language] ?? {});
	const flags = [...exercise.facts.flags, ...extra, ...strict];
	const script = sources.flatMap(([variant, source]) => {
		const build: CcBuild = { ...where, variant, flags, source };
		return [
			`printf %s "$${variable(variant)}" > /tmp/${variant}.${extensionOf[language]}`,
			shell(compileCommand(build, limits)),
			// As a run does: without the C library where that is enough.
			`${shell(linkCommand(build, 'bare', limits))} 2>/dev/null || ${shell(linkCommand(build, 'library', limits))}`,
			`echo; echo "= ${variant}"`,
			`llvm-objdump-19 -d --no-show-raw-insn --disassemble-symbols=kernel ${variant}.elf`,
			`${emulator(target)} -plugin /opt/cyclelab/qemu/count.so,out=counts ./${variant}.elf 3>&1 >/dev/null`,
			'cat counts',
			`echo =; ${target === 'x86-64' ? '' : emulator(target)} ./${variant}.elf 3>&1 >/dev/null`
		];
	});
	const ended = await inContainer(docker, image, ['sh', '-ec', ['cd /tmp', ...script].join('\n')], {
		CYCLELAB_MODE: 'count',
		CYCLELAB_COUNT: String(iterations),
		...Object.fromEntries(sources.map(([variant, source]) => [variable(variant), source])),
		...env
	});
	expect(ended).toEqual({ status: 0, stdout: ended.stdout, stderr: '' });
	return Object.fromEntries(
		ended.stdout
			.split('\n= ')
			.slice(1)
			.map((section) => {
				const [name = '', ...lines] = section.split('\n');
				const again = lines.indexOf('=');
				return [name, summary(lines.slice(0, again), lines.slice(again))];
			})
	);
}

function summary(emulated: string[], native: string[]): Counted {
	const checksum = (lines: string[]) =>
		rowsOf(lines.filter((line) => line.startsWith('{')).join('\n') + '\n').end.checksum;
	return {
		checksum: checksum(emulated),
		again: checksum(native),
		hottest: Math.max(...executions(emulated))
	};
}

const emulator = (target: Target) =>
	`/opt/cyclelab/qemu/ld.so --library-path /opt/cyclelab/qemu/lib /opt/cyclelab/qemu/${isaOf(target).emulator.join(' ')}`;

const variable = (variant: string) => `SOURCE_${variant.replaceAll('-', '_')}`;

/** A stage's command as a line of shell, with /tmp as its input and output folder. */
function shell({ argv }: Command): string {
	return argv.map((word) => `'${word.replaceAll(/\{(in|out)\}/g, '/tmp')}'`).join(' ');
}
