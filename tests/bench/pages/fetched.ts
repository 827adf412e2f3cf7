/** The resources that a page fetches, as the browser reports them. */
import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';

export const kinds = ['document', 'script', 'stylesheet', 'font', 'other'] as const;
type FileKind = (typeof kinds)[number];
export type Fetched = {
	url: string;
	kind: FileKind;
	bytes: number;
	gzipBytes: number;
	wireBytes: number;
};

/** Collects the resources that the page fetches from now on. */
export function collect(page: Page): { pending: Promise<Fetched>[]; stop: () => void } {
	const pending: Promise<Fetched>[] = [];
	const add = (request: Request) => {
		if (request.url().startsWith('http')) pending.push(fetchedBy(request));
	};
	page.on('requestfinished', add);
	return { pending, stop: () => page.off('requestfinished', add) };
}

async function fetchedBy(request: Request): Promise<Fetched> {
	const response = await request.response();
	const body = (await response?.body()) ?? Buffer.of();
	const type = request.resourceType();
	const { responseBodySize } = await request.sizes();
	return {
		url: new URL(request.url()).pathname,
		kind: kinds.find((kind) => kind === type) ?? 'other',
		bytes: body.length,
		gzipBytes: gzipSync(body).length,
		wireBytes: responseBodySize
	};
}

const ofKind = (all: readonly Fetched[], kind: FileKind) => all.filter((one) => one.kind === kind);
/** JavaScript and CSS. */
export const codeOf = (all: readonly Fetched[]) => [
	...ofKind(all, 'script'),
	...ofKind(all, 'stylesheet')
];
