import { expect, test } from 'vitest';
import { comparedMarkdown, comparedStatus, comparedText } from './compare.mjs';

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

test('exact counts come first, then time, then the difference of the machine code', () => {
	expect(comparedText(slower)).toBe(
		[
			'origin/main:src/hot.c -> src/hot.c',
			`  ${counts}`,
			`  ${time}`,
			'',
			'    kernel:',
			'  - xor eax, eax',
			'  + mov eax, 0',
			'',
			machine,
			''
		].join('\n')
	);
});

test('in Markdown the difference is folded, and names are text', () => {
	const named = { ...slower, names: ['`@all`\n# x', 'b.c'], page: 'http://site/s/1' };
	expect(comparedMarkdown(named)).toBe(
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
	const card = comparedMarkdown({ ...slower, versions: { ...slower.versions, machineCode } });
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
	expect(comparedText(unmeasured)).toContain('One version was not measured.');
	const [first] = report.variants;
	const failure = { title: 'It does not compile.' };
	const failed = {
		...unmeasured,
		report: { ...report, variants: [first, { id: 'b', failure, points: [] }] }
	};
	expect(comparedStatus(failed, 1.02)).toBe(3);
	expect(comparedText(failed)).toContain('  src/hot.c: It does not compile.');
});

test('the same machine code is stated, with equal counts once', () => {
	const versions = {
		...slower.versions,
		instructions: { of: 5, to: 5 },
		machineCode: { isSame: true, hunks: [] }
	};
	expect(comparedText({ ...slower, versions })).toContain(
		'  The machine code is the same.\n  5 instructions an iteration in both, counted exactly.\n'
	);
});
