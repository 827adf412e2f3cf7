import { expect, test } from 'vitest';
import { cycles, printable, textOf } from './text.mjs';

test('terminal control characters are escaped, and JSON stays valid JSON', () => {
	const hostile = { '\u009b2J': 'a\u001b[2J\u202e\u2028\tb' };
	expect(printable(`one\ttwo\n\u001b[2J\r\u009b\u202e`)).toBe(
		'one\ttwo\n\\u001b[2J\\u000d\\u009b\\u202e'
	);
	const written = printable(JSON.stringify(hostile));
	expect(JSON.parse(written)).toEqual(hostile);
	expect(written).toMatch(/^[\t\n -~]*$/);
});

const report = {
	target: 'x86-64',
	claims: [],
	runner: { id: 'alpha', host: { processor: 'AMD Zen 5', identity: 'AuthenticAMD 26/2/1' } },
	toolchain: { compiler: 'gcc-14', version: '14.2', flags: [] }
};
const machine = 'AMD Zen 5 (AuthenticAMD 26/2/1), runner alpha; gcc-14 14.2';

test('a source that does not compile has the messages of its compiler', () => {
	const diagnostics = Array.from({ length: 12 }, (_, at) => ({
		line: at + 1,
		column: 2,
		severity: 'error',
		message: `#error ${at}`
	}));
	const failure = {
		kind: 'compile-error',
		stage: 'compile',
		title: 'The compiler found an error in line 1, and 11 more.',
		hint: 'Start with the first one.',
		text: '',
		diagnostics
	};
	const failed = {
		...report,
		variants: [{ id: 'a', edited: true, failure, points: [], predictions: [] }]
	};
	const lines = diagnostics.map(
		({ line, message }) => `    line ${line}, column 2: error: ${message}`
	);
	const head = [
		'Did not compile for x86-64.',
		'',
		`  a (edited): ${failure.title} ${failure.hint}`
	];
	const text = (/** @type {string[]} */ ...more) => [...head, ...more, '', machine, ''].join('\n');
	expect(textOf(failed, { verbose: false })).toBe(
		text(...lines.slice(0, 10), '    2 more: --verbose')
	);
	expect(textOf(failed, { verbose: true })).toBe(text(...lines));
});

test('several modes are named, and no single number', () => {
	const modes = [6.82, 4.34, 4.98].map((centre) => ({ centre, share: 0.3 }));
	const cyclesPerIteration = { median: 6.22, low: 4.3, high: 6.9 };
	const points = [{ parameters: {}, measured: { modes, cyclesPerIteration } }];
	const several = {
		...report,
		summary: 'S.',
		variants: [{ id: 'a', points, predictions: [] }]
	};
	expect(textOf(several, { verbose: false })).toBe(
		`S.\n\n  a: modes 6.82, 4.34, 4.98 cycles\n\n${machine}\n`
	);
});

test('instructions in code that is not shown stand beside those that are', () => {
	const unshown = [{ instructionsPerIteration: 150 }, { instructionsPerIteration: 40 }];
	const counted = { id: 'a', points: [], predictions: [], instructionsPerIteration: 7, unshown };
	const run = { ...report, summary: 'S.', variants: [counted] };
	expect(textOf(run, { verbose: false })).toBe(
		`S.\n\n  a, 7 instructions + 190 not shown\n\n${machine}\n`
	);
});

test('what a program printed is there with --verbose', () => {
	const printed = { stdout: 'the seed is 1\nx\n', stderr: '', bytes: 16 };
	const run = {
		...report,
		summary: 'S.',
		variants: [{ id: 'a', points: [], predictions: [], printed }]
	};
	expect(textOf(run, { verbose: true })).toBe(
		`S.\n\n  a\n\n  a printed on stdout:\n    the seed is 1\n    x\n\n${machine}\n`
	);
	expect(textOf(run, { verbose: false })).not.toContain('seed');
});

test('without places the printed text is there, and long lines are cut', () => {
	const failure = {
		kind: 'compile-error',
		stage: 'link',
		title: 'No.',
		text: `first\n\n${'x'.repeat(500)}\n`
	};
	const failed = { ...report, variants: [{ id: 'a', failure, points: [], predictions: [] }] };
	expect(textOf(failed, { verbose: false }).split('\n').slice(2, 5)).toEqual([
		'  a: No.',
		'    first',
		`    ${'x'.repeat(300)}…`
	]);
});

test('an interval whose ends are written alike is the distance to them, and an exact figure has none', () => {
	expect(cycles({ low: 3.96, median: 4, high: 4.04 })).toBe('4.00 cycles (3.96 to 4.04)');
	expect(cycles({ low: 3.868, median: 3.8701, high: 3.8708 })).toBe('3.87 cycles (± 0.002)');
	expect(cycles({ low: 3, median: 3, high: 3 })).toBe('3.00 cycles');
});
