/** A kept run in a frame on another site, and how such sites ask for it (oEmbed 1.0). Pure. */
import type { Kept } from './card.ts';
import { pictureSize } from './formats.ts';
import { isUncompiled } from '../../../shared/failures.ts';
import { element } from './svg.ts';

/** The size of a frame on a page, px; a site may request less. */
const size = { width: 720, height: 560 };
/** Answers may be kept this long, s. */
const cacheSeconds = 3600;

/**
 * The frame as HTML: it may run its own scripts, take a guess and open links, and do nothing to the page around it. Without
 * the right to forms a browser would not submit the guess to the frame.
 */
export function frameOf({ id, facts }: Kept, origin: string, most: Partial<typeof size> = {}) {
	const width = Math.min(size.width, most.width ?? size.width);
	const height = Math.min(size.height, most.height ?? size.height);
	const html = element(
		'iframe',
		{
			src: `${origin}/embed/s/${id}`,
			title: `${facts.title}: documented, predicted and measured`,
			width,
			height,
			loading: 'lazy',
			sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups',
			style: 'border:0;max-width:100%'
		},
		''
	);
	return { html, width, height };
}

/** Of a run whose sources did not compile the title says so: a preview may show nothing else. */
const titleOf = ({ facts, report }: Kept): string =>
	isUncompiled(report)
		? `${facts.title}: ${report.variants.length === 1 ? 'The code did not compile' : 'None of the sources compiled'}`
		: facts.title;

export const oembedAddress = (page: string, origin: string): string =>
	`${origin}/oembed?${new URLSearchParams({ url: page, format: 'json' })}`;

export function oembedOf(kept: Kept, origin: string, most: Partial<typeof size>) {
	return {
		version: '1.0',
		type: 'rich',
		provider_name: 'Cyclelab',
		provider_url: origin,
		title: titleOf(kept),
		cache_age: cacheSeconds,
		thumbnail_url: `${origin}/s/${kept.id}.png`,
		thumbnail_width: 2 * pictureSize.width,
		thumbnail_height: 2 * pictureSize.height,
		...frameOf(kept, origin, most)
	};
}

/** The kept run that an address of this site is about: its page, one of its files, or its frame. */
export function idIn(address: string, origin: string): string | undefined {
	const url = URL.parse(address);
	const page = url && url.origin + url.pathname;
	if (!page?.startsWith(`${origin}/`)) return undefined;
	return /^(?:\/embed)?\/s\/([A-Za-z0-9_-]{22})(?:\.[a-z]+)?\/?$/.exec(
		page.slice(origin.length)
	)?.[1];
}
