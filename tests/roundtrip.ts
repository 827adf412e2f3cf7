/**
 * Shell: disassembles whole binaries and assembles them again. Every instruction that objdump prints is sanitised as for
 * the predictor (`runner/src/inspect/assembly.ts`) and assembled by LLVM.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language, Target } from '@cyclelab/exercises/schema';
import type { ImageName } from '@cyclelab/images/recipes';
import { assembly } from '../runner/src/inspect/assembly.ts';
import { isaOf } from '../runner/src/inspect/isa-of.ts';
import { parseListing } from '../runner/src/inspect/objdump.ts';
import { runSteps } from '../runner/src/job/run-steps.ts';
import { llvmTool } from '../runner/src/sandbox/llvm.ts';
import type { Pool } from '../runner/src/sandbox/pool.ts';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import { toolchainOf } from '../runner/src/toolchains/toolchains.ts';
import {
	standingContainer,
	type StandingContainer
} from './integration/sandbox/standing-container.ts';
import { poolOf } from './integration/toolchains/pool.ts';

/** A binary of a toolchain: a kernel's program, or a library that such programs use. */
export type Binary = { name: string; target: Target; from: Source };
type Source = { path: string } | { compiler: Compiler; language: Language; source: string };

export type RoundTrip = {
	name: string;
	target: Target;
	/** Number of different assembled texts. */
	unique: number;
	/** Instructions that the sanitiser or the assembler refused: `<symbol> 0x401000: text: reason`. */
	rejected: string[];
	/** Functions with words that objdump cannot decode. */
	unknownIn: string[];
};

const fixtures = join(import.meta.dirname, '../runner/fixtures');
const kernel = (path: string) => readFile(join(fixtures, path), 'utf8');

/** C, C++, Rust, Go and Crystal for both architectures. */
export async function allBinaries(): Promise<Binary[]> {
	const cpp = await kernel('roundtrip/library.cpp');
	const sources: [Compiler, Language, string][] = [
		['clang-22', 'c', await kernel('kernels/sum.c')],
		['gcc-14', 'c', await kernel('kernels/sum.c')],
		['clang-22', 'cpp', cpp],
		['gcc-14', 'cpp', cpp],
		['rust-1.85', 'rs', await kernel('rust/kernels/chase.rs')],
		['go-1.27', 'go', await kernel('go/kernels/chase.go')],
		['crystal-1.14', 'cr', await kernel('crystal/kernels/chase.cr')]
	];
	const targets: [Target, string][] = [
		['x86-64', '/usr/lib/x86_64-linux-gnu'],
		['arm64', '/usr/aarch64-linux-gnu/lib']
	];
	return targets.flatMap(([target, libraries]) => [
		...['libc.so.6', 'libstdc++.so.6'].map((file) => ({
			name: file,
			target,
			from: { path: `${libraries}/${file}` }
		})),
		...sources.map(([compiler, language, source]) => ({
			name: `${language} by ${compiler}`,
			target,
			from: { compiler, language, source }
		}))
	]);
}

export async function roundTrips(binaries: readonly Binary[]): Promise<RoundTrip[]> {
	const compilers = binaries.flatMap(({ from }) => ('compiler' in from ? [from.compiler] : []));
	const images = new Set<ImageName>([
		'cc',
		...compilers.map((compiler) => toolchainOf(compiler).image)
	]);
	// Nothing may wait for the engine while a binary is parsed, which takes seconds: the engine would seem to be down.
	const pool = await poolOf([...images]);
	const folder = await mkdtemp(join(tmpdir(), 'cyclelab-roundtrip-'));
	const container = await standingContainer(['--volume', `${folder}:/step`]);
	const results: RoundTrip[] = [];
	try {
		for (const { name, target, from } of binaries) {
			const path = 'path' in from ? from.path : '/step/program';
			if ('compiler' in from)
				await writeFile(join(folder, 'program'), await built(pool, from, target));
			results.push({ name, target, ...roundTrip(container, path, target) });
		}
		return results;
	} finally {
		container.remove();
		await rm(folder, { recursive: true });
		await pool.close();
	}
}

async function built(
	pool: Pool,
	{ compiler, language, source }: Extract<Source, { compiler: Compiler }>,
	target: Target
): Promise<Buffer> {
	const toolchain = toolchainOf(compiler);
	const sandbox = await pool.take('tools', toolchain.image);
	try {
		const build = { variant: 'whole', language, compiler, target, flags: [], source };
		const made = await runSteps(toolchain.build(build), sandbox, (_, command) =>
			sandbox.run(command)
		);
		if (!made.ok) throw new Error(`${compiler}: ${JSON.stringify(made.failure)}`);
		return await sandbox.get(made.value.artifacts[0] ?? '');
	} finally {
		await sandbox.dispose();
	}
}

/** Each architecture with all extensions, and the directives that enable them. */
const assemblers: Record<Target, { triple: string; head: readonly string[] }> = {
	'x86-64': { triple: 'x86_64-linux-gnu', head: ['.intel_syntax noprefix'] },
	arm64: {
		triple: 'aarch64-linux-gnu',
		head: ['.arch armv9.5-a+crypto+sve2+sme2+memtag+rng+ls64+gcs']
	}
};

function roundTrip(
	container: StandingContainer,
	path: string,
	target: Target
): Omit<RoundTrip, 'name' | 'target'> {
	const text = disassembled(container, path, target);
	const functions = parseListing(text, isaOf(target));
	const rejected: string[] = [];
	const places = new Map<string, string>();
	for (const { symbol, instructions: all } of functions)
		for (const instruction of all) {
			const place = `${symbol} 0x${instruction.address.toString(16)}`;
			const line = assembly(instruction, target);
			if (line === undefined) rejected.push(`${place}: ${instruction.text}: not plain`);
			else if (!places.has(line)) places.set(line, place);
		}
	const lines = [...places.keys()];
	rejected.push(
		...refused(container, lines, target).map(
			([line, reason]) => `${places.get(line)}: ${line}: ${reason}`
		)
	);
	return { unique: lines.length, rejected, unknownIn: unknownIn(text) };
}

/**
 * The text that llvm-objdump prints of a binary in the container. Throws if it fails.
 * @param only which of its code, as options of llvm-objdump; by default all sections that can be executed
 */
export function disassembled(
	container: StandingContainer,
	path: string,
	target: Target,
	only: readonly string[] = []
): string {
	const { exit, stdout, stderr } = container.run([
		llvmTool('llvm-objdump'),
		'-d',
		'--no-show-raw-insn',
		'--no-leading-headers',
		...isaOf(target).syntax,
		...only,
		path
	]);
	if (exit.code !== 0) throw new Error(`${path}: ${stderr.toString('utf8')}`);
	return stdout.toString('utf8');
}

function unknownIn(listing: string): string[] {
	const found = new Set<string>();
	let symbol = '';
	for (const line of listing.split('\n')) {
		symbol = /^[0-9a-f]+ <(.*)>:$/.exec(line)?.[1] ?? symbol;
		if (line.endsWith('<unknown>')) found.add(symbol);
	}
	return [...found];
}

/** Branches with a reach of 127 bytes to 32 KiB. */
const isShort = (line: string) => /^(loop|j[er]?cxz|tbn?z|cbn?z|b\.|bc\.)/.test(line);

function refused(
	container: StandingContainer,
	lines: readonly string[],
	target: Target
): [line: string, reason: string][] {
	const { triple, head } = assemblers[target];
	// Branches with the shortest reach (x86's loop and jrcxz) have few texts.
	const order = [...lines.filter((line) => !isShort(line)), ...lines.filter(isShort)];
	const source = [...head, ...order, '.Lt:', ''].join('\n');
	const words = container
		.run(
			[
				'clang-22',
				`--target=${triple}`,
				'-x',
				'assembler',
				'-c',
				'-',
				'-o',
				'/dev/null',
				'-ferror-limit=0'
			],
			{ stdin: source }
		)
		.stderr.toString('utf8');
	return [...words.matchAll(/^<stdin>:(\d+):\d+: error: (.*)$/gm)].map(([, line, reason]) => [
		order[Number(line) - 1 - head.length] ?? '',
		reason ?? ''
	]);
}
