import { expect, test } from 'vitest';
import { entryOf, readSeries, seriesOf } from './series.mjs';

const cyclesPerIteration = { median: 4, low: 3.9, high: 4.1 };
const entry = {
	file: 'src/hot.c',
	kernel: 'hot',
	commit: '41ce4421111111111111111111111111111111aa',
	committedAt: '2026-11-20T10:00:00+01:00',
	processor: 'AMD Zen 5',
	identity: 'AuthenticAMD 26/2/1',
	target: 'x86-64',
	compiler: 'clang-22',
	version: '22.1.8',
	flags: ['-O2'],
	instructionsPerIteration: 5.5,
	cyclesPerIteration,
	noiseFloor: 0.02,
	run: 'http://site/s/1'
};
const report = {
	target: 'x86-64',
	runner: { host: { processor: 'AMD Zen 5', identity: 'AuthenticAMD 26/2/1' } },
	toolchain: { compiler: 'clang-22', version: '22.1.8', flags: ['-O2'] }
};
const time = {
	of: cyclesPerIteration,
	to: cyclesPerIteration,
	ratio: { median: 1, low: 0.98, high: 1.02 },
	floor: 0.02,
	verdict: /** @type {const} */ ('same'),
	judged: { low: 1, high: 1 }
};

test('a measurement is written and read as it is, and there is none without a time', () => {
	const { file, kernel, commit, committedAt, run: page } = entry;
	const measured = { file, kernel, commit, committedAt, page, report };
	const versions = { time, instructions: { of: 5.5, to: 5.5 } };
	const made = entryOf({ ...measured, versions });
	expect(made).toEqual(entry);
	expect(readSeries(`${JSON.stringify(made)}\n`)).toEqual({
		entries: [{ ...entry, line: 1 }],
		malformed: []
	});
	expect(entryOf({ ...measured, versions: {} })).toBeUndefined();
});

test.each([
	['{"file":', 'is no JSON'],
	['[]', 'has no "file"'],
	['null', 'is no object'],
	['4', 'is no object'],
	[JSON.stringify({ ...entry, run: undefined }), 'has no "run"'],
	[JSON.stringify({ ...entry, commit: 'main; rm' }), 'has a wrong "commit"'],
	[JSON.stringify({ ...entry, committedAt: 'today' }), 'has a wrong "committedAt"'],
	[JSON.stringify({ ...entry, noiseFloor: -1 }), 'has a wrong "noiseFloor"'],
	[
		JSON.stringify({ ...entry, cyclesPerIteration: { ...cyclesPerIteration, median: 9 } }),
		'has a wrong "cyclesPerIteration"'
	],
	[JSON.stringify({ ...entry, cyclesPerIteration: null }), 'has a wrong "cyclesPerIteration"']
])('%s %s, is named by its number, and the lines around it are read', (words, reason) => {
	const good = JSON.stringify(entry);
	const { entries, malformed } = readSeries(`${good}\n\n${words}\r\n${good}`);
	expect(malformed).toEqual([{ line: 3, reason }]);
	expect(entries.map(({ line }) => line)).toEqual([1, 4]);
});

test('other processors, compilers, versions, flags and kernels are other series; each is in the order of commits', () => {
	const others = [
		{ committedAt: '2026-11-20T08:30:00Z' },
		{ processor: 'Other' },
		{ identity: 'AuthenticAMD 26/2/2' },
		{ compiler: 'gcc-14' },
		{ version: '22.2' },
		{ flags: ['-O3'] },
		{ kernel: 'cold' },
		{ file: 'src/cold.c' },
		{ target: 'arm64' }
	];
	const all = [entry, ...others.map((other) => ({ ...entry, ...other }))];
	const series = seriesOf(all.map((entry, at) => ({ ...entry, line: at + 1 })));
	// 08:30 in UTC is before 10:00 at +01:00.
	expect(series.map((found) => found.map(({ line }) => line))).toEqual([
		[2, 1],
		...others.slice(1).map((_, at) => [at + 3])
	]);
});
