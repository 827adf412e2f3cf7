import { expect, test } from 'vitest';
import { factsOf, measuredAt, reportOf, variantReport } from '../examples.ts';
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

test('the picture tells machine and day, and every text in it is text', () => {
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

test('a run that measured nothing tells no clock and no figure', () => {
	const { facts, ...rest } = kept({});
	const report = reportOf([variantReport('a'), variantReport('b')], {
		target: 'arm64'
	});
	const svg = pictureOf({ ...rest, facts, report });
	expect(svg).toContain('AMD Zen 5 · arm64 · 20 Nov 2026, 23:00 UTC');
	expect(svg).not.toMatch(/GHz|NaN/);
});
