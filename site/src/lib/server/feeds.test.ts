import { expect, test } from 'vitest';
import { feed, robotsText, sitemap } from './feeds.ts';

const origin = 'https://cycles.example';

test('robots.txt closes addresses that are keys, and names the sitemap', () => {
	expect(robotsText(origin)).toBe(`User-agent: *
Disallow: /api/
Disallow: /embed/
Disallow: /host/
Disallow: /operate
Disallow: /w/
Sitemap: https://cycles.example/sitemap.xml
`);
});

test('the sitemap lists the pages of everybody and every exercise', () => {
	const text = sitemap(origin, [{ slug: 'chains' }]);
	expect([...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)).toEqual([
		'https://cycles.example/',
		'https://cycles.example/workshops',
		'https://cycles.example/glossary',
		'https://cycles.example/models',
		'https://cycles.example/runners',
		'https://cycles.example/api-reference',
		'https://cycles.example/privacy',
		'https://cycles.example/exercises/chains'
	]);
	expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="/);
});

test('the feed has an item for each exercise, with its text escaped', () => {
	const exercise = { slug: 'chains', title: 'a < b', summary: 'One & two' };
	expect(feed(origin, 'Cyclelab', 'Why code is fast', [exercise])).toBe(
		`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Cyclelab</title><link>https://cycles.example/</link><description>Why code is fast</description><item><title>a &lt; b</title><link>https://cycles.example/exercises/chains</link><guid>https://cycles.example/exercises/chains</guid><description>One &amp; two</description></item></channel></rss>
`
	);
});
