import { expect, test } from 'vitest';
import { comparedMarkdown, comparedStatus, comparedText } from './compare.mjs';

const short = { verbose: false };
const interval = (/** @type {number} */ median, /** @type {number} */ by) => ({
	median,
	low: median * (1 - by),
	high: median * (1 + by)
});
const report = {
	variants: [
		{ id: 'a', points: [] },
		{ id: 'b', points: [] }
	],
	runner: { id: 'alpha', host: { processor: 'AMD Zen 5', identity: 'AuthenticAMD 26/2/1' } },
	toolchain: { compiler: 'clang-22', version: '22.1', flags: ['-O2'] }
};
const slower = {
	names: ['origin/main:src/hot.c', 'src/hot.c'],
	report,
	versions: {
		instructions: { of: 6, to: 5 },
		time: {
			of: interval(4.4, 0.01),
			to: interval(4, 0.01),
			ratio: { median: 1.1, low: 1.0784, high: 1.122 },
			floor: 0.02,
			verdict: /** @type {const} */ ('slower'),
			judged: { low: 1.0784, high: 1.122 }
		},
		machineCode: {
			isSame: false,
			hunks: [
				[
					{ kind: /** @type {const} */ ('same'), text: 'kernel:' },
					{ kind: /** @type {const} */ ('gone'), text: 'xor eax, eax' },
					{ kind: /** @type {const} */ ('new'), text: 'mov eax, 0' }
				]
			]
		}
	}
};
const machine = 'AMD Zen 5 (AuthenticAMD 26/2/1), runner alpha; clang-22 22.1 -O2';
const time =
	'The second version is slower: 4.00 cycles (3.96 to 4.04) before, 4.40 cycles (4.36 to 4.44) after, ratio 1.100 (1.078 to 1.122); identical code differs by as much as 2.00 % on this runner.';
const counts = '5 instructions an iteration before, 6 after, counted exactly.';

test('exact counts come first, then time, then what changed in the machine code', () => {
	expect(comparedText(slower, short)).toBe(
		[
			'origin/main:src/hot.c -> src/hot.c',
			`  ${counts}`,
			`  ${time}`,
			'',
			'  - xor eax, eax',
			'  + mov eax, 0',
			'',
			machine,
			''
		].join('\n')
	);
});

test('several modes are named, and no single number', () => {
	const [a, b] = report.variants;
	const modes = [4.4, 3.1].map((centre) => ({ centre, share: 0.5 }));
	const several = { ...report, variants: [a, { ...b, points: [{ measured: { modes } }] }] };
	expect(comparedText({ ...slower, report: several }, short)).toContain(
		'4.00 cycles (3.96 to 4.04) before, modes 4.40, 3.10 cycles after, ratio between 1.078 and 1.122; identical'
	);
});

test('--verbose prints the difference with what stands around it', () => {
	expect(comparedText(slower, { verbose: true })).toContain(
		'\n    kernel:\n  - xor eax, eax\n  + mov eax, 0\n'
	);
});

test('in Markdown the difference is folded, and names are text', () => {
	const named = { ...slower, names: ['`@all`\n# x', 'b.c'], page: 'http://site/s/1' };
	expect(comparedMarkdown(named, short)).toBe(
		[
			'**Cyclelab: ` @all  # x` → `b.c`**',
			'',
			'[The run with all samples](http://site/s/1)',
			'',
			`- ${counts}`,
			`- ${time}`,
			'',
			'<details><summary>Difference of the machine code</summary>',
			'',
			'```diff',
			'  kernel:',
			'- xor eax, eax',
			'+ mov eax, 0',
			'```',
			'',
			'</details>',
			'',
			`\`${machine}\``,
			''
		].join('\n')
	);
});

test('a symbol with backticks does not end the block of the difference', () => {
	const text = 'f```:';
	const machineCode = { isSame: false, hunks: [[{ kind: /** @type {const} */ ('new'), text }]] };
	const card = comparedMarkdown(
		{ ...slower, versions: { ...slower.versions, machineCode } },
		short
	);
	expect(card).toContain('````diff\n+ f```:\n````');
});

test.each([
	['above the limit', { low: 1.03, high: 1.05 }, 1],
	['below the limit', { low: 0.99, high: 1.01 }, 0],
	['no difference', { low: 1, high: 1 }, 0],
	['around the limit', { low: 1.01, high: 1.03 }, 4]
])('an interval %s decides the exit status', (_, judged, status) => {
	const versions = { ...slower.versions, time: { ...slower.versions.time, judged } };
	expect(comparedStatus({ ...slower, versions }, 1.02)).toBe(status);
	expect(comparedStatus({ ...slower, versions }, undefined)).toBe(0);
});

test('without a measurement there is no verdict, and a failure of a version is named', () => {
	const unmeasured = { ...slower, versions: {} };
	expect(comparedStatus(unmeasured, undefined)).toBe(4);
	expect(comparedText(unmeasured, short)).toContain('One version was not measured.');
	const failed = withFailure({ title: 'It took too long.', hint: 'Try less.' });
	expect(comparedStatus(failed, 1.02)).toBe(3);
	expect(comparedStatus(withFailure({ kind: 'too-noisy', title: 'Too busy.' }), 1.02)).toBe(4);
	expect(comparedText(failed, short)).toBe(
		`origin/main:src/hot.c -> src/hot.c\n  src/hot.c: It took too long. Try less.\n\n${machine}\n`
	);
});

/** The comparison whose second version failed. @param {object} failure */
const withFailure = (failure) => ({
	...slower,
	versions: {},
	report: { ...report, variants: [report.variants[0], { id: 'b', failure, points: [] }] }
});
const uncompiled = {
	kind: 'compile-error',
	stage: 'compile',
	title: 'The compiler found an error in line 7.',
	hint: 'Its messages are below.',
	text: '',
	diagnostics: [{ line: 7, column: 3, severity: 'error', message: 'expected `;`' }]
};

test('the messages of a compiler have their places, as text and as Markdown', () => {
	const failed = withFailure(uncompiled);
	expect(comparedText(failed, short).split('\n').slice(1, 3)).toEqual([
		'  src/hot.c: The compiler found an error in line 7. Its messages are below.',
		'    line 7, column 3: error: expected `;`'
	]);
	expect(comparedMarkdown(failed, short)).toContain(
		'- `src/hot.c: The compiler found an error in line 7. Its messages are below.`\n  - `line 7, column 3: error: expected  ; `\n'
	);
});

test('an error in the call that --kernel added shows the declaration that the function needs', () => {
	const kernel = { name: 'codec::hot', language: 'cpp', lines: [4, 4] };
	expect(comparedText({ ...withFailure(uncompiled), kernel }, short)).toContain(
		'  src/hot.c: --kernel codec::hot needs a function std::uint64_t codec::hot(std::uint64_t iterations); this file has none.\n    the call that --kernel added: error: expected `;`\n'
	);
	const later = { ...kernel, lines: [4, 7] };
	expect(comparedText({ ...withFailure(uncompiled), kernel: later }, short)).toContain(
		'found an error in line 7'
	);
});

test('a comparison has ten lines at most, and all of them with --verbose', () => {
	const lines = Array.from({ length: 180 }, (_, at) => ({
		kind: /** @type {const} */ ('new'),
		text: `add rax, ${at}`
	}));
	const machineCode = { isSame: false, hunks: [lines] };
	const compared = {
		...slower,
		page: 'http://site/s/1',
		versions: { ...slower.versions, machineCode }
	};
	expect(comparedText(compared, short)).toBe(
		[
			'origin/main:src/hot.c -> src/hot.c',
			`  ${counts}`,
			`  ${time}`,
			'',
			'  + add rax, 0',
			'  + add rax, 1',
			'  178 more lines: --verbose',
			'',
			machine,
			'http://site/s/1',
			''
		].join('\n')
	);
	expect(comparedText(compared, { verbose: true }).split('\n')).toHaveLength(188);
});

test('the same machine code is stated, with equal counts once', () => {
	const versions = {
		...slower.versions,
		instructions: { of: 5, to: 5 },
		machineCode: { isSame: true, hunks: [] }
	};
	expect(comparedText({ ...slower, versions }, short)).toContain(
		'  The machine code is the same.\n  5 instructions an iteration in both, counted exactly.\n'
	);
	const time = { ...slower.versions.time, verdict: 'unclear' };
	const noisy = comparedText({ ...slower, versions: { ...versions, time } }, short);
	expect(noisy).toContain('It is too noisy to show that the time is the same: ');
	expect(noisy).not.toContain('faster');
});
