/** Real tools' output for all of `runner/fixtures/kernels`, through all readers, compared as a whole. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ended } from '../../fixtures/outputs.ts';
import { badges } from './badges.ts';
import { readCounts } from './count.ts';
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
/** Kernels recorded with llvm-mca's details (tests/integration/record/inspect.ts). */
const detailed = ['bytes', 'straight'];

const printed = (stdout: string) => ended({ stdout });

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
			...readCounts(Buffer.from(recorded(`counts-${iterations}.txt`)), functions)!.calls[0]!
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
								edited: true,
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
	const line = `401000 1 0 ${Number.MAX_SAFE_INTEGER}`;
	const counts = (...lines: string[]) =>
		readCounts(Buffer.from([`start ${lines.length} 1 2`, ...lines].join('\n')), read.value)?.calls;
	expect(counts(line)?.map((call) => call.counts.get(0x401000))).toEqual([Number.MAX_SAFE_INTEGER]);
	expect(counts(line, line)).toBeUndefined();
	const elsewhere = `500000 1 0 ${Number.MAX_SAFE_INTEGER}`;
	expect(counts(elsewhere, elsewhere)?.map(({ total }) => total)).toEqual([
		Number.MAX_SAFE_INTEGER
	]);
});

test('each call of the kernel is counted apart, and what the harness did between two calls is in none', () => {
	const read = readDisassembly(
		printed('0000000000401000 <kernel>:\n  401000:\tinc\teax\n  401002:\tret\n'),
		...(['a', 'x86-64', inForce] as const)
	);
	if (!read.ok) throw new Error(read.failure.kind);
	const lines = [
		'start 3 2 6',
		'others 1 9 0 0 0 4',
		'region 401000 402000 a.elf',
		// A count that no program has: the line is left out whole.
		'401000 2 1 0 3 0 7 99999999999999999999',
		'401000 2 0 100 0 50 0 100',
		'500000 3 5 7 8 9',
		'401002 1 0 0 0 1'
	];
	const text = Buffer.from(lines.join('\n'));
	const { start, calls = [], threads } = readCounts(text, read.value, 3) ?? {};
	expect(threads).toBe(2);
	expect(
		[start, ...calls]
			.flatMap((part) => part ?? [])
			.map(({ counts, unshown, ...others }) => ({
				counts: [...counts.values()],
				unshown: unshown.map(({ executed }) => executed),
				...others
			}))
	).toEqual([
		{ counts: [0, 0], unshown: [15], total: 15, others: 1 },
		{ counts: [100, 100], unshown: [21], total: 221, others: 9 },
		{ counts: [50, 51], unshown: [27], total: 128, others: 0 },
		{ counts: [100, 100], unshown: [], total: 200, others: 4 }
	]);
	// A program that made marks of its own, or ended the process before the last call.
	expect([1, 2, 4].map((asked) => readCounts(text, read.value, asked))).toEqual([
		undefined,
		undefined,
		undefined
	]);
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
		['start 2 3 2\n', 'start 2 3\n', 'start 2 99999999999999999999 2\n', ''].map(
			(text) => readCounts(Buffer.from(text), [])?.threads
		)
	).toEqual([3, undefined, 1_000_000, undefined]);
});
