/** The cache key of pages that are the same for all visitors. Pure. */
import { contentKey } from '@cyclelab/runner/cache';
import type { RequestEvent } from '@sveltejs/kit';
import type { RunnerSummary } from '../../../shared/schema.ts';
import { pageRunner } from '../run/page-runner.ts';

export type KeptPage = {
	htmlWith: (nonce: string) => string;
	/** Its content security policy. */
	policyWith: (nonce: string) => string;
	headers: Headers;
	status: number;
};

/** Some 150 kB each: every exercise, as it is opened mostly. */
export const pagesKept = 64;

/** Made of the exercises, the connected runners and the address, and of nothing else. */
const common = new Set(['/', '/exercises/[slug]', '/glossary', '/foundations/test']);

/** Whether the address names a run, whose page may change. */
export const namesRun = ({ searchParams }: URL): boolean =>
	['run', 'beside-run', 'why-run'].some((name) => searchParams.has(name));

/** Equal for requests that get the same page; undefined if only rendering could show that. */
export function pageKey(
	{ request, route, url, isDataRequest }: PageRequest,
	runners: () => RunnerSummary[]
): string | undefined {
	if (request.method !== 'GET' || isDataRequest || !common.has(route.id ?? '')) return undefined;
	if (namesRun(url)) return undefined;
	return contentKey([url.href, runners().map(pageRunner)]);
}

type PageRequest = Pick<RequestEvent, 'url' | 'isDataRequest'> & {
	request: Pick<Request, 'method'>;
	route: { id: string | null };
};
