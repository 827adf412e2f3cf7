/** What programs read instead of pages: robots.txt, the sitemap and the feed of exercises, as text. Pure. */
import type { ExerciseSummary } from '../../../shared/schema.ts';
import { element, escaped } from '#lib/snapshots/svg.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Pages that are the same for everybody, besides those of exercises. */
const pages = ['/', '/workshops', '/glossary', '/models', '/runners', '/api-reference', '/privacy'];

/**
 * Crawlers read lessons and shared runs, and no page whose address is a key or that costs a query for each visit.
 * @param origin of the site, as visitors reach it
 */
export const robotsText = (origin: string): string =>
	[
		'User-agent: *',
		'Disallow: /api/',
		'Disallow: /embed/',
		'Disallow: /host/',
		'Disallow: /operate',
		'Disallow: /w/',
		`Sitemap: ${origin}/sitemap.xml`,
		''
	].join('\n');

/** Sitemaps protocol 0.9 (sitemaps.org). Without dates: an exercise has none. */
export function sitemap(origin: string, exercises: readonly Pick<ExerciseSummary, 'slug'>[]) {
	const paths = [...pages, ...exercises.map(({ slug }) => `/exercises/${slug}`)];
	const urls = paths.map((path) => element('url', {}, element('loc', {}, escaped(origin + path))));
	return `${declaration}${element('urlset', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, ...urls)}\n`;
}

/** RSS 2.0 (rssboard.org): an item for each exercise, in the order of the site. */
export function feed(
	origin: string,
	title: string,
	description: string,
	exercises: readonly Pick<ExerciseSummary, 'slug' | 'title' | 'summary'>[]
): string {
	const item = (exercise: Pick<ExerciseSummary, 'slug' | 'title' | 'summary'>) => {
		const link = `${origin}/exercises/${exercise.slug}`;
		return element(
			'item',
			{},
			element('title', {}, escaped(exercise.title)),
			element('link', {}, escaped(link)),
			element('guid', {}, escaped(link)),
			element('description', {}, escaped(exercise.summary))
		);
	};
	const channel = element(
		'channel',
		{},
		element('title', {}, escaped(title)),
		element('link', {}, escaped(`${origin}/`)),
		element('description', {}, escaped(description)),
		...exercises.map(item)
	);
	return `${declaration}${element('rss', { version: '2.0' }, channel)}\n`;
}
