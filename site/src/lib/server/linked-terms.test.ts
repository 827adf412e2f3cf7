import { expect, test } from 'vitest';
import { lessonText, storyText } from './markdown.ts';

const link = (id: string, words: string) =>
	`<a href="/glossary#${id}" aria-haspopup="dialog">${words}</a>`;

test('a lesson’s terms in italics lead to the glossary, under other names and in the plural, too', () => {
	expect(lessonText('A _port_ takes _µops_, _soon_; a port, latency.')).toEqual([
		{
			html: `<p>A ${link('ports', '<em>port</em>')} takes ${link('uops', '<em>µops</em>')}, <em>soon</em>; a port, latency.</p>\n`
		}
	]);
});

test('a story’s terms of hardware are links where they are first used, none in code or in a link, none with figures', () => {
	const story =
		'# Caches\n\nCaches of `store buffer`, [TLB](/x), store buffers, a page.\n\nThe cache, TLB, PAUSE.\n';
	const html = storyText(story).map((part) => ('html' in part ? part.html : ''));
	expect(html.join('')).toBe(
		`<h1>Caches</h1>\n<p>${link('cache', 'Caches')} of <code>store buffer</code>, <a href="/x">TLB</a>, ${link('store-buffer', 'store buffers')}, a page.</p>\n<p>The cache, ${link('tlb', 'TLB')}, PAUSE.</p>\n`
	);
});
