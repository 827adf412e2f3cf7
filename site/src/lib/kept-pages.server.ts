/** Which pages are the same for everybody, and by what they are. Pure. */
import { contentKey } from '@cyclelab/runner/cache';
import type { RequestEvent } from '@sveltejs/kit';
import type { RunnerSummary } from '../../server/schema.ts';
import { pageRunner } from './page-runner.ts';

export type KeptPage = { html: string; headers: Headers };

/** Some 150 kB each: every exercise, as it is opened mostly. */
export const pagesKept = 64;

/** Made of the exercises, the connected runners and the address, and of nothing else. */
const common = new Set(['/', '/exercises/[slug]', '/glossary']);

/** Words of an address that name a run. What is told of that may change. */
const ofRuns = ['run', 'beside-run'];

/** Equal for requests that get the same page; undefined where that cannot be said before it is made. */
export function pageKey(
	{ request, route, url, isDataRequest }: PageRequest,
	runners: () => RunnerSummary[]
): string | undefined {
	if (request.method !== 'GET' || isDataRequest || !common.has(route.id ?? '')) return undefined;
	if (ofRuns.some((name) => url.searchParams.has(name))) return undefined;
	return contentKey([url.href, runners().map(pageRunner)]);
}

type PageRequest = Pick<RequestEvent, 'url' | 'isDataRequest'> & {
	request: Pick<Request, 'method'>;
	route: { id: string | null };
};
