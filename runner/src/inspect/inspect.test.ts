/** Real tools' output for all of `runner/fixtures/kernels`, through all readers, compared as a whole. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Output } from '../sandbox/command.ts';
import { badges } from './badges.ts';
import { readCounts, readThreads, readTotal } from './count.ts';
import { readDisassembly, withLines } from './disassemble.ts';
import { candidatePaths } from './candidate-paths.ts';
import { findHotLoop, type FoundLoop } from './hot-loop.ts';
import { isaOf } from './isa-of.ts';
import { hexadecimal, reportFunctions } from './listing.ts';
import { modelOf } from './models.ts';
import { readPrediction } from './predict.ts';
import { readSymbols } from './symbolize.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');
const inForce = { wallMs: 0, cpuSeconds: 0, fileMiB: 0, outputKiB: 0, memoryMiB: 0 };
const znver4 = modelOf('znver4')!;
/** Kernels recorded with llvm-mca's details (tests/integration/record-inspect.ts). */
const detailed = ['bytes', 'straight'];

const printed = (stdout: string): Output => ({
	exit: { code: 0 },
	stdout: Buffer.from(stdout),
	stderr: Buffer.alloc(0),
	results: Buffer.alloc(0),
	timedOut: false,
	outOfMemory: false,
	wallMs: 0,
	cpuMs: 0,
	maxResidentKiB: 0,
	produced: []
});

/** In the order of the recordings. */
const withoutIrreducible = ({ irreducible: _, ...found }: FoundLoop) => found;

const kernels = readdirSync(join(fixtures, 'kernels'));
const recordings = (['x86-64', 'arm64'] as const).flatMap((target) =>
	['clang-22', 'gcc-14'].map((compiler) => ({
		target,
		compiler,
		into: join(fixtures, 'inspect', target === 'arm64' ? target : '', compiler)
	}))
);

describe.each(recordings)('$compiler for $target', ({ target, into }) => {
	const recordedHere = kernels.filter((file) => existsSync(join(into, file.split('.')[0]!)));
	test.each(recordedHere)('%s is read as recorded', async (file) => {
		const variant = file.split('.')[0]!;
		const folder = join(into, variant);
		const recorded = (name: string) => readFileSync(join(folder, name), 'utf8');
		const source = `${variant}.${file.endsWith('.cpp') ? 'cpp' : 'c'}`;

		const read = readDisassembly(printed(recorded('objdump.txt')), variant, target, inForce);
		expect(read.ok).toBe(true);
		if (!read.ok) return;
		const lines = readSymbols(printed(recorded('symbols.jsonl')), source);
		const functions = withLines(read.value, lines);
		const run = (iterations: number) => ({
			iterations,
			counts: readCounts(recorded(`counts-${iterations}.txt`), functions)!,
			total: readTotal(recorded(`counts-${iterations}.txt`))
		});
		const hot = findHotLoop(variant, functions, run(4096), run(2048));
		const paths = candidatePaths(functions, isaOf(target));
		const host = detailed.includes(variant);
		const question = { model: znver4, noalias: true, host, detailed: host };
		const answers = existsSync(join(folder, 'mca.json'))
			? readPrediction(printed(recorded('mca.json')), paths, question)
			: [];
		const whole = {
			functions: reportFunctions(functions, run(4096).counts).map(({ symbol, instructions }) => ({
				symbol,
				instructions: instructions.map(
					({ address, text, line, count, target }) =>
						`${address} ${String(count).padStart(8)} ${String(line ?? '').padStart(4)}  ${text}${target ? ` -> ${target}` : ''}`
				)
			})),
			hot:
				'found' in hot
					? {
							...withoutIrreducible(hot.found),
							instructionsPerIteration: hot.instructionsPerIteration,
							irreducible: hot.found.irreducible,
							path: hot.found.path.instructions.map(({ address }) => hexadecimal(address)),
							guessed: paths.findIndex(({ key }) => key === hot.found.path.key),
							badges: badges({
								found: hot.found,
								variant,
								target,
								blindSpots: [],
								microarchitecture: 'znver5'
							})
						}
					: hot,
			answers
		};
		await expect(JSON.stringify(whole, null, '\t') + '\n').toMatchFileSnapshot(
			join(folder, 'expected.json')
		);
	});
});

test('counts whose sum is none of any program are not the emulator’s', () => {
	const listing = '0000000000401000 <kernel>:\n  401000:\tinc\teax\n  401002:\tret\n';
	const read = readDisassembly(printed(listing), 'a', 'x86-64', inForce);
	if (!read.ok) throw new Error(read.failure.kind);
	const line = `401000 1 ${Number.MAX_SAFE_INTEGER}`;
	const counts = (...lines: string[]) =>
		readCounts([`start ${lines.length}`, ...lines].join('\n'), read.value);
	expect(counts(line)?.get(0x401000)).toBe(Number.MAX_SAFE_INTEGER);
	expect(counts(line, line)).toBeUndefined();
	expect(readTotal(`start 2\n${line}\n${line}`)).toBe(Number.MAX_SAFE_INTEGER);
});

test('code of more instructions than anybody reads is refused with both numbers', () => {
	const lines = Array.from({ length: 50_001 }, (_, i) => `  ${(0x401000 + i).toString(16)}:\tnop`);
	const listing = (some: string[]) => printed(['0000000000401000 <kernel>:', ...some].join('\n'));
	const read = (some: string[]) => readDisassembly(listing(some), 'a', 'x86-64', inForce);
	expect(read(['  400fff:\tinc\teax', ...lines.slice(1)]).ok).toBe(true);
	expect(read([...lines, '  40ffff:\tret'])).toEqual({
		ok: false,
		failure: {
			kind: 'refused',
			stage: 'disassemble',
			variant: 'a',
			reason: 'it has 50,002 instructions, and at most 50,000 are looked at'
		}
	});
});

test('the threads of a counted program are read with a bound', () => {
	expect(
		['start 2 3\n', 'start 2\n', 'start 2 99999999999999999999\n', ''].map(readThreads)
	).toEqual([...[3, 1, 1_000_000, 1]]);
});
