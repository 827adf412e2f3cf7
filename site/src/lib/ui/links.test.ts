import { expect, test } from 'vitest';
import { withBase } from '../../../links.ts';

const imported = `<script lang="ts">import { inSite as __inSite } from '#lib/ui/base.ts';`;

test.each([
	['<a href="/">x</a>', '<a href={__inSite(`/`)}>x</a>'],
	[
		'<a class="b" href="/s/{id}?a={b ?? 1}#c">x</a>',
		"<a class=\"b\" href={__inSite(`/s/${(id) ?? ''}?a=${(b ?? 1) ?? ''}#c`)}>x</a>"
	],
	['<form action="/w"></form>', '<form action={__inSite(`/w`)}></form>'],
	['<a href={to}>x</a>', '<a href={__inSite(to)}>x</a>'],
	['<a {href}>x</a>', '<a href={__inSite(href)}>x</a>'],
	[
		'{#if a}<a href="{page}.png">x</a>{/if}',
		"{#if a}<a href={__inSite(`${(page) ?? ''}.png`)}>x</a>{/if}"
	]
])('%s', (source, expected) => expect(withBase(source)).toBe(`${imported}</script>\n${expected}`));

test('the import goes into the component’s own script', () =>
	expect(
		withBase('<script module>1</script><script lang="ts">let a = 2;</script><a href={a}>x</a>')
	).toBe(`<script module>1</script>${imported}let a = 2;</script><a href={__inSite(a)}>x</a>`));

test.each([
	'<a href="#c">x</a>',
	'<a href="https://a/">x</a>',
	'<a href="//a/">x</a>',
	'<Part href="/" />'
])('%s stays as it is', (source) => expect(withBase(source)).toBeUndefined());
