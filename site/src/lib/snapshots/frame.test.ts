import { explain } from '@cyclelab/contract/measure/explain';
import { expect, test } from 'vitest';
import { factsOf, reportOf, variantReport } from '../../../fixtures/examples.ts';
import { frameOf, idIn, oembedOf } from './frame.ts';

const origin = 'https://cycles.example';
const id = 'AAAAAAAAAAAAAAAAAAAA-_';
const variants: Parameters<typeof factsOf>[1] = [
	{ id: 'a', label: 'A' },
	{ id: 'b', label: 'B' }
];
const kept = {
	id,
	createdAt: '2026-11-21T10:00:00Z',
	facts: factsOf('T "quoted" <b>', variants),
	report: reportOf([])
};

test('the frame is no larger than a site has room for, and its title stays a title', () => {
	expect(frameOf(kept, origin, { width: 400 })).toEqual({
		html: `<iframe src="https://cycles.example/embed/s/${id}" title="T &quot;quoted&quot; &lt;b&gt;: documented, predicted and measured" width="400" height="560" loading="lazy" sandbox="allow-scripts allow-same-origin allow-forms allow-popups" style="border:0;max-width:100%"></iframe>`,
		width: 400,
		height: 560
	});
});

test('an oEmbed answer names the frame and a picture', () => {
	const { html, ...others } = oembedOf(kept, origin, {});
	expect(html).toContain(`/embed/s/${id}`);
	expect(others).toEqual({
		version: '1.0',
		type: 'rich',
		provider_name: 'Cyclelab',
		provider_url: origin,
		title: 'T "quoted" <b>',
		cache_age: 3600,
		thumbnail_url: `${origin}/s/${id}.png`,
		thumbnail_width: 1200,
		thumbnail_height: 630,
		width: 720,
		height: 560
	});
});

test('the title of code that did not compile says so', () => {
	const failure = explain({ stage: 'compile', kind: 'compile-error', text: '', diagnostics: [] });
	const report = reportOf([variantReport('a', { failure })]);
	expect(oembedOf({ ...kept, report }, origin, {}).title).toBe(
		'T "quoted" <b>: The code did not compile'
	);
});

test.each([
	[`${origin}/s/${id}`, id],
	[`${origin}/s/${id}#asm=1-2`, id],
	[`${origin}/s/${id}.png?size=small`, id],
	[`${origin}/embed/s/${id}`, id],
	[`https://elsewhere.example/s/${id}`, undefined],
	[`${origin}/exercises/${id}`, undefined],
	[`javascript:alert(1)`, undefined],
	['nothing', undefined]
])('%s is about %s', (address, found) => expect(idIn(address, origin)).toBe(found));
