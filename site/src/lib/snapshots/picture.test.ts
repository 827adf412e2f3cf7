import { explain } from '@cyclelab/contract/measure/explain';
import { expect, test } from 'vitest';
import {
	factsOf,
	measuredAt,
	pointOf,
	reportOf,
	variantReport
} from '../../../fixtures/examples.ts';
import { pictureOf } from './picture.ts';

const kept = (more: Parameters<typeof factsOf>[2], label = 'Plain') => {
	const sizes = [1024, 2048];
	const points = (more?.sweep ? sizes : [undefined]).map((size) => ({
		parameters: (size === undefined ? {} : { size }) as Record<string, number>,
		documented: [],
		measured: measuredAt(2)
	}));
	return {
		id: 'AAAAAAAAAAAAAAAAAAAAAA',
		createdAt: '2026-11-21T10:00:00Z',
		facts: factsOf(
			'T',
			[
				{ id: 'a', label },
				{ id: 'b', label: 'Other' }
			],
			more
		),
		report: reportOf([variantReport('a', { points }), variantReport('b')])
	};
};

test('the picture has machine and day, and every text in it is escaped', () => {
	const svg = pictureOf(kept({}, '<script>alert(1)</script>'));
	expect(svg).toContain('AMD Zen 5, 2.00 GHz · x86-64 · 20 Nov 2026, 23:00 UTC');
	expect(svg).toContain('2.00 ± 0.00 cycles');
	expect(svg).toContain('&lt;script&gt;');
	expect(svg).not.toMatch(/<(?!\/?(svg|title|desc|rect|text|path|circle)\b)/);
	expect(svg).not.toMatch(/NaN|undefined|style=|href=/);
});

test('a sweep is drawn as lines over its parameter', () => {
	const svg = pictureOf(
		kept({
			sweep: { name: 'size', label: 'Size', unit: 'bytes', scale: 'log', values: [1024, 2048] }
		})
	);
	expect(svg).toMatch(/<path d="M[\d.]+,[\d.]+L[\d.]+,[\d.]+" fill="none" stroke="#0a6b66"/);
	expect(svg).toContain('1 KiB');
	expect(svg).not.toMatch(/NaN|undefined/);
});

test('the picture of a run without measurements has no clock and no figure', () => {
	const { facts, ...others } = kept({});
	const report = reportOf([variantReport('a'), variantReport('b')], {
		target: 'arm64'
	});
	const svg = pictureOf({ ...others, facts, report });
	expect(svg).toContain('AMD Zen 5 · arm64 · 20 Nov 2026, 23:00 UTC');
	expect(svg).not.toMatch(/GHz|NaN/);
});

test('several modes are drawn each, and no number stands for them', () => {
	const { facts, report, ...others } = kept({});
	const modes = [6.82, 4.34].map((centre) => ({ centre, share: 0.5 }));
	const several = reportOf([
		variantReport('a', {
			points: [pointOf(6.22, {}, { modes })]
		}),
		variantReport('b')
	]);
	const marks = (svg: string) => svg.match(/<circle/g)?.length ?? 0;
	const svg = pictureOf({ ...others, facts, report: several });
	expect(svg).toContain('>modes 6.82, 4.34</text>');
	expect(svg).not.toContain('6.22');
	expect(marks(svg)).toBe(marks(pictureOf({ ...others, facts, report })) + 1);
});

test('the picture of code that did not compile says so, and has the first message', () => {
	const { facts, ...others } = kept({});
	const failure = explain({
		stage: 'compile',
		kind: 'compile-error',
		variant: 'a',
		text: '',
		diagnostics: [{ variant: 'a', line: 2, column: 4, severity: 'error', message: 'no <b>' }]
	});
	const report = reportOf([variantReport('a', { failure })]);
	const svg = pictureOf({ ...others, facts: { ...facts, free: true }, report });
	expect(svg).toContain('>The code did not compile.</text>');
	expect(svg).toContain(
		'>Plain: The compiler found an error in line 2. line 2, column 4: error: no &lt;b&gt;</text>'
	);
	expect(svg).not.toMatch(/>measured<|Other/);
});

test('the picture names edited code and failures', () => {
	const { facts, ...others } = kept({});
	const failure = explain({ stage: 'count', kind: 'out-of-memory', limitMiB: 256, variant: 'b' });
	const points = [pointOf(2)];
	const report = reportOf(
		[
			variantReport('a', { points, edited: true, addedFlags: ['-O0'] }),
			variantReport('b', { failure })
		],
		{ summary: 'word '.repeat(200) }
	);
	const svg = pictureOf({ ...others, facts, report });
	expect(svg).toContain(
		`“Plain” was edited. Built with -O0, which the exercise does not have.</desc>`
	);
	expect(svg.match(/font-size="12" fill="#1c1e22">[^<]*<\/text>/g)).toEqual([
		'font-size="12" fill="#1c1e22">Other: The program, while its instructions were counted, used more than 256</text>',
		'font-size="12" fill="#1c1e22">MiB of memory and was stopped.</text>',
		'font-size="12" fill="#1c1e22">“Plain” was edited. Built with -O0, which the exercise does not have.</text>'
	]);
	expect(svg).toContain('Plain (edited)');
	const long = {
		...facts,
		variants: facts.variants.map((variant) => ({ ...variant, label: 'Long '.repeat(20) }))
	};
	expect(pictureOf({ ...others, facts: long, report })).toMatch(/Long…? \(edited\)<\/text>/);
	// the sentence leaves them room
	expect(svg.match(/font-size="14"/g)).toHaveLength(1);
});

test('two rows fill the plot, and a long name takes a second line instead of being cut', () => {
	const svg = pictureOf(kept({}, 'Two words, read as a double word a good while later on'));
	const heights = [...svg.matchAll(/<text x="24" y="([\d.]+)"/g)]
		.map(([, y]) => Number(y))
		.filter((y) => y > 122 && y < 280);
	const [first = 0, second = 0, other = 0] = heights;
	expect(heights).toHaveLength(3);
	expect(second - first).toBe(12);
	expect(other - second).toBeGreaterThan(50);
	expect(svg).not.toContain('…');
});
