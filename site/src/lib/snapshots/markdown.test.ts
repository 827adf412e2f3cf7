import { explain } from '@cyclelab/contract/measure/explain';
import { expect, test } from 'vitest';
import { exactly, factsOf, pointOf, reportOf, variantReport } from '../../../fixtures/examples.ts';
import { cardOf, type Kept } from './card.ts';
import { markdownOf, markdownText, plainTextOf } from './markdown.ts';

const facts = factsOf('Store forwarding', {
	wide: 'One wide store',
	narrow: 'Narrow stores | <b>'
});
const at = (cycles: number, low: number, high: number) =>
	pointOf(cycles, {}, { cyclesPerIteration: { median: cycles, low, high } });
const kept: Kept = {
	id: 'AAAAAAAAAAAAAAAAAAAAAA',
	createdAt: '2026-11-21T10:00:00Z',
	facts: {
		...facts,
		claims: [
			{
				id: 'slower',
				statement: 'Narrow stores are slower.',
				measure: 'time',
				of: facts.question.of,
				to: facts.question.to,
				atLeast: 3,
				seenOn: [],
				absentOn: [],
				smallestEffect: 0.02
			}
		]
	},
	report: reportOf(
		[
			variantReport('wide', { points: [at(2, 1.99, 2.01)], instructionsPerIteration: 3 }),
			variantReport('narrow', { points: [at(13, 12.8, 13.2)], edited: true })
		],
		{
			summary: 'Reproduced: “Narrow stores” take 13.0 cycles here, 6.5 times as long.',
			claims: [
				{
					id: 'slower',
					statement: 'Narrow stores are slower.',
					measure: 'time',
					expected: { atLeast: 3 },
					observed: { median: 6.5, low: 6.4, high: 6.61 },
					verdict: 'reproduced',
					sentence: 'S.'
				}
			]
		}
	)
};
const origin = 'https://cycles.example';

test('what changed copies of a loop showed stands in both texts, unless the loop took another time than they', () => {
	const finding = (whole: number): Kept => ({
		...kept,
		report: reportOf([
			variantReport('wide', {
				points: [at(2, 1.99, 2.01)],
				hotLoop: { symbol: 'kernel', sourceIterations: 1, badges: [] } as never,
				why: {
					text: 'imul rax, rcx\ninc rdx',
					predictor: {
						id: 'llvm-mca',
						tool: 'llvm-mca',
						version: '22',
						model: 'znver5',
						exact: true,
						options: []
					},
					predicted: 2,
					why: {
						at: '2026-11-21T21:00:00Z',
						whole: exactly(whole),
						left: 0,
						model: {},
						tried: [
							{
								kind: 'leave-out',
								at: 0,
								result: { cycles: exactly(1), saved: { median: 1, low: 0.9, high: 1.1 } }
							}
						],
						limits: [{ limit: 'units', by: 0, saved: { median: 1, low: 0.9, high: 1.1 } }]
					}
				}
			})
		])
	});
	const sentence =
		'One wide store: The time depends on the units that execute an instruction. Without that (left out: imul rax, rcx), a pass takes 1.00 ± 0.10 cycles less.';
	const like = finding(2);
	expect(plainTextOf(like.facts, cardOf(like, origin))).toContain(`\n\n${sentence}\n\n`);
	expect(markdownOf(like.facts, cardOf(like, origin))).toContain(`\n\n${sentence}\n\n`);
	const apart = finding(5);
	expect(cardOf(apart, origin).findings).toEqual([]);
});

test('a card says of which variant the work depends on the data', () => {
	const report = reportOf([variantReport('wide', { dataWork: { counted: 2, other: 2.5 } })]);
	expect(cardOf({ ...kept, report }, origin).findings).toEqual([
		'One wide store: Its work depends on the data: 2.00 instructions an iteration for the data that was counted, 2.50 for other data.'
	]);
});

test('code of free play is its author’s, not an edited exercise’s', () => {
	const free = { ...kept, facts: { ...kept.facts, free: true as const } };
	expect(cardOf(free, origin).edited).toBe('Code of whoever ran it.');
});

test('a reviewer reads the result with its interval, the machine, and finds the page', () => {
	expect(plainTextOf(kept.facts, cardOf(kept, origin))).toBe(
		[
			'Store forwarding: Reproduced: “Narrow stores” take 13.0 cycles here, 6.5 times as long. Ratio 6.50×, 95 % interval 6.40× to 6.61×.',
			'',
			'“Narrow stores | <b>” was edited.',
			'Source of “Narrow stores | <b>”: https://cycles.example/s/AAAAAAAAAAAAAAAAAAAAAA#source-of-narrow',
			'',
			'  clock cycles per iteration        predicted             measured  instructions',
			'  One wide store                no prediction  2.00 (1.99 to 2.01)             3',
			'  Narrow stores | <b> (edited)  no prediction  13.0 (12.8 to 13.2)',
			'',
			'Measured on AMD Zen 5 (AuthenticAMD 26 2 1), virtualised, runner local, at 2.00 GHz, 110 samples, 6 disturbed left out, 20 Nov 2026, 23:00 UTC.',
			'C, Clang 22 (1) for x86-64, llvm-mca 19.',
			'',
			'https://cycles.example/s/AAAAAAAAAAAAAAAAAAAAAA',
			''
		].join('\n')
	);
});

test('an interval that is narrower than the last digit is told by how much', () => {
	const narrow = {
		...kept.report,
		variants: [variantReport('wide', { points: [at(4, 3.999, 4.002)] })]
	};
	expect(plainTextOf(kept.facts, cardOf({ ...kept, report: narrow }, origin))).toContain(
		'4.00 ± 0.002'
	);
});

test('in Markdown it is a link, a small picture and a table, and what was typed is text', () => {
	expect(markdownOf(kept.facts, cardOf(kept, origin))).toBe(
		[
			'**[Store forwarding](https://cycles.example/s/AAAAAAAAAAAAAAAAAAAAAA)** Reproduced: “Narrow stores” take 13.0 cycles here, 6.5 times as long. Ratio 6.50×, 95 % interval 6.40× to 6.61×.',
			'“Narrow stores \\| \\<b\\>” was edited. [Source of “Narrow stores \\| \\<b\\>”](https://cycles.example/s/AAAAAAAAAAAAAAAAAAAAAA#source-of-narrow)',
			[
				'| clock cycles per iteration | predicted | measured | instructions |',
				'| --- | --: | --: | --: |',
				'| One wide store | no prediction | 2.00 (1.99 to 2.01) | 3 |',
				'| Narrow stores \\| \\<b\\> (edited) | no prediction | 13.0 (12.8 to 13.2) |  |'
			].join('\n'),
			'[![Store forwarding: documented, predicted and measured. Reproduced: “Narrow stores” take 13.0 cycles here, 6.5 times as long. “Narrow stores \\| \\<b\\>” was edited.](https://cycles.example/s/AAAAAAAAAAAAAAAAAAAAAA.png?size=small)](https://cycles.example/s/AAAAAAAAAAAAAAAAAAAAAA)',
			'Measured on AMD Zen 5 (AuthenticAMD 26 2 1), virtualised, runner local, at 2.00 GHz, 110 samples, 6 disturbed left out, 20 Nov 2026, 23:00 UTC. C, Clang 22 (1) for x86-64, llvm-mca 19.',
			''
		]
			.join('\n\n')
			.replace(/\n$/, '')
	);
});

test('a run without measurements is marked so, and has no ratio', () => {
	const inspected = {
		...kept,
		report: reportOf([variantReport('wide'), variantReport('narrow')])
	};
	expect(plainTextOf(facts, cardOf(inspected, origin))).toBe(
		[
			'Store forwarding: Counted and predicted for x86-64, not measured here.',
			'',
			'  clock cycles per iteration      predicted      measured',
			'  One wide store              no prediction  not measured',
			'  Narrow stores | <b>         no prediction  not measured',
			'',
			'Compiled for x86-64 by runner local; not measured, 20 Nov 2026, 23:00 UTC.',
			'C, Clang 22 (1) for x86-64, llvm-mca 19.',
			'',
			'https://cycles.example/s/AAAAAAAAAAAAAAAAAAAAAA',
			''
		].join('\n')
	);
});

test('a run that did not compile says so, with the messages of the compiler', () => {
	const failure = explain({
		stage: 'compile',
		kind: 'compile-error',
		variant: 'wide',
		text: '',
		diagnostics: [
			{
				variant: 'wide',
				line: 2,
				column: 2,
				severity: 'error',
				message: '#error \u001b[31mred\u001b[0m \u202ereversed'
			},
			{ variant: 'wide', severity: 'note', message: 'no error' }
		]
	});
	const failed = {
		...kept,
		facts: { ...facts, free: true as const },
		report: reportOf([variantReport('wide', { failure })])
	};
	expect(plainTextOf(failed.facts, cardOf(failed, origin))).toBe(
		[
			'Store forwarding: The code did not compile.',
			'',
			`- One wide store: The compiler found an error in line 2. ${failure.hint}`,
			'  - line 2, column 2: error: #error [31mred[0m reversed',
			'',
			'Did not compile for x86-64 on runner local, 20 Nov 2026, 23:00 UTC.',
			'C, Clang 22 (1) for x86-64, llvm-mca 19.',
			'',
			'https://cycles.example/s/AAAAAAAAAAAAAAAAAAAAAA',
			''
		].join('\n')
	);
	expect(markdownOf(failed.facts, cardOf(failed, origin))).toContain(
		`- One wide store: The compiler found an error in line 2. ${failure.hint}\n  - line 2, column 2: error: \\#\u2060error \\[31mred\\[0m reversed\n`
	);
});

test('several modes are named, and no single number or ratio stands for them', () => {
	const modes = [6.82, 4.34].map((centre) => ({ centre, share: 0.5 }));
	const measured = { ...at(6.22, 4.3, 6.9).measured, modes };
	const [wide] = kept.report.variants;
	const narrow = variantReport('narrow', { points: [{ ...at(6.22, 4.3, 6.9), measured }] });
	const several = { ...kept, report: { ...kept.report, variants: [wide!, narrow] } };
	const text = plainTextOf(several.facts, cardOf(several, origin));
	expect(text).toContain('modes 6.82, 4.34\n');
	expect(text).toContain('Ratio between 6.40× and 6.61×.');
	expect(text).not.toMatch(/6\.22|6\.50/);
});

test('no measurable difference is the result, and its reason a footnote', () => {
	const same = {
		...kept,
		report: { ...kept.report, claims: [], summary: 'No measurable difference, below 2 %: “A” …' }
	};
	const card = cardOf(same, origin);
	expect(card.result).toBe('No measurable difference, below 2 %: “A” ….');
	expect(card.footnote).toBe(
		'This runner has not compared code with itself yet, and nothing below 2 % is distinguished until then.'
	);
	expect(markdownOf(same.facts, card)).toContain(`\n\n${card.footnote}\n\n`);
});

test('an exact ratio has no interval to lie in', () => {
	const [claim] = kept.report.claims;
	const exact = { ...kept.report, claims: [{ ...claim!, observed: exactly(2) }] };
	expect(cardOf({ ...kept, report: exact }, origin).result).toBe(kept.report.summary);
});

test('markup and line breaks become text', () => {
	expect(markdownText('a [b](javascript:x) <i>\n# c | `d`')).toBe(
		'a \\[b\\](javascript:x) \\<i\\> \\# c \\| \\`d\\`'
	);
});

test('nobody is called by a card, no issue linked, no terminal commanded', () => {
	expect(markdownText('by @octocat in #12\u001b[2J \u202eback')).toBe(
		'by @\u2060octocat in \\#\u206012\\[2J back'
	);
	const commanding = {
		...kept,
		report: { ...kept.report, summary: 'a\u001b[2J\u009b2J\nb', claims: [] }
	};
	const text = plainTextOf(commanding.facts, cardOf(commanding, origin));
	expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
	expect(text).toContain('a[2J2J b');
});

test('failures are listed with one thing to try, in both forms; the page has those beyond the fourth', () => {
	const variants = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, label: id.toUpperCase() }));
	const [first, second, ...more] = variants;
	if (!first || !second) throw new Error('there are six');
	const failing = variants.map(({ id }) =>
		variantReport(id, {
			failure: explain({ stage: 'measure', kind: 'timeout', limitMs: 4000, variant: id })
		})
	);
	const many = {
		...kept,
		facts: factsOf('T', [first, second, ...more]),
		report: reportOf(failing)
	};
	const line = (label: string) =>
		`- ${label}: The program took longer than 4 seconds and was stopped. Check that every loop ends and nothing sleeps: kernel(n) must do exactly n iterations and return. If every loop ends, run it again when the machine is less busy.`;
	const lines = [...['A', 'B', 'C', 'D'].map(line), '- 2 more failed; the page has all.'].join(
		'\n'
	);
	expect(plainTextOf(many.facts, cardOf(many, origin))).toContain(`\n\n${lines}\n\n`);
	expect(markdownOf(many.facts, cardOf(many, origin))).toContain(`\n\n${lines}\n\n`);
});

test.each([
	['https://other.example/a', 'https\u2060://other.example/a'],
	['see www.other.example', 'see www\u2060.other.example'],
	['WWW.other.example', 'WWW\u2060.other.example'],
	['a: b // c. d', 'a: b // c. d']
])('in Markdown the text %s has nothing that GitHub takes for an address', (text, expected) =>
	expect(markdownText(text)).toBe(expected)
);
