/** A learner under load: what they do, how often, and how each of it is done. */
import { setTimeout as sleep } from 'node:timers/promises';
import { RunEvent } from '@cyclelab/runner/schema/job';
import type { Report } from '@cyclelab/runner/schema/report';
import { inspected, inspection } from '../subject.ts';
import type { Attempt } from './attempts.ts';
import { Hung, openBrowser, Refused, type Browser } from './browser.ts';

/** Between two things they do they read, type or listen for so long, s. */
const thinkS = { least: 10, most: 50 };

/** Of a hundred things a learner does. Some need a place in a workshop; whoever has none reads instead. */
const mix = [
	{ kind: 'a page', share: 50 },
	{ kind: 'an inspection asked before', share: 22 },
	{ kind: 'an inspection of edited code', share: 20 },
	{ kind: 'a vote', share: 6 },
	{ kind: 'a measurement', share: 2 }
] as const;
type Kind =
	(typeof mix)[number]['kind'] | 'the first page, with its scripts' | 'a stream held open';

export const kinds: Kind[] = [
	'the first page, with its scripts',
	...mix.map(({ kind }) => kind),
	'a stream held open'
];

/** The same code each time, so that what it costs while the machine is busy can be held against before. */
export const measured = { exercise: inspected.exercise, variants: ['word', 'bytes'] };

const pages = [
	...['/', '/glossary', '/runners', '/progress'],
	...['store-forwarding', 'what-is-a-cycle', 'alignment', 'prefetching', 'cache-working-set'].map(
		(slug) => `/exercises/${slug}`
	)
];
/** As exercises' pages ask for them when they are opened; all are answered once, and then from memory. */
const opened = ['store-forwarding', 'what-is-a-cycle', 'alignment'].map((exercise) => ({
	exercise,
	stages: ['inspect'],
	models: 'host'
}));

export type Learner = {
	address: string;
	/** Of their place in a workshop. */
	token?: string;
};

export type Crowd = {
	site: string;
	/** Of the variant that is edited. */
	source: string;
	/** `performance.now()` at which the load began. */
	began: number;
	note: (attempt: Attempt) => void;
	/** A report of `measured`. */
	noteReport: (report: Report) => void;
	/** Nobody begins anything any more. */
	over: AbortSignal;
};

const anyOf = <T>(things: readonly T[]): T =>
	things[Math.floor(Math.random() * things.length)] as T;

function chosen(learner: Learner): (typeof mix)[number]['kind'] {
	let left = Math.random() * mix.reduce((sum, { share }) => sum + share, 0);
	const kind = mix.find(({ share }) => (left -= share) < 0)?.kind ?? 'a page';
	return kind === 'a vote' && learner.token === undefined ? 'a page' : kind;
}

/** Comes at some moment, and does one thing after another until the load is over. */
export async function learn(crowd: Crowd, learner: Learner): Promise<void> {
	const browser = openBrowser(crowd.site, learner.address, learner.token);
	const think = (least: number) =>
		sleep(1000 * (least + Math.random() * (thinkS.most - least)), undefined, {
			signal: crowd.over
		}).then(
			() => true,
			() => false
		);
	if (!(await think(0))) return;
	await attempt(crowd, 'the first page, with its scripts', () => openFirst(browser));
	while (await think(thinkS.least)) {
		const kind = chosen(learner);
		await attempt(crowd, kind, () => act(crowd, browser, kind));
	}
}

/** Holds a workshop's stream open until the load is over; it is done if it never broke for good. */
export async function holdStream(
	crowd: Crowd,
	{ address, token }: Learner,
	path = '/api/seat/events'
): Promise<void> {
	const browser = openBrowser(crowd.site, address, token);
	await attempt(crowd, 'a stream held open', async () => {
		await browser
			.hear(path, () => false, crowd.over)
			.catch((error: unknown) => {
				if (!crowd.over.aborted) throw error;
			});
		return undefined;
	});
}

async function attempt(crowd: Crowd, kind: Kind, work: () => Promise<number | undefined>) {
	const since = performance.now();
	const atMs = since - crowd.began;
	const took = () => performance.now() - since;
	try {
		const firstMs = await work();
		const first = firstMs === undefined ? {} : { firstMs };
		crowd.note({ kind, atMs, ms: took(), outcome: 'done', ...first });
	} catch (error) {
		const outcome =
			error instanceof Refused ? 'refused' : error instanceof Hung ? 'hung' : 'failed';
		const cause = error instanceof Error && error.cause ? `: ${String(error.cause)}` : '';
		crowd.note({ kind, atMs, ms: took(), outcome, why: `${String(error)}${cause}` });
	}
}

/** Answers when the first word about a run came, ms; undefined for what is no run. */
async function act(crowd: Crowd, browser: Browser, kind: Kind): Promise<number | undefined> {
	if (kind === 'an inspection asked before') return run(browser, anyOf(opened));
	if (kind === 'an inspection of edited code')
		return run(browser, inspection(crowd.source, 'host'));
	if (kind === 'a measurement') return run(browser, measured, crowd.noteReport);
	if (kind === 'a vote') {
		const ratio = 1 + Math.random() * 9;
		await browser.post('/api/seat/votes', { exercise: inspected.exercise, ratio });
	} else await browser.get(anyOf(pages));
	return undefined;
}

async function run(browser: Browser, request: object, report?: (report: Report) => void) {
	const began = performance.now();
	const { events } = (await browser.post('/api/runs', request)) as { events: string };
	let firstMs: number | undefined;
	await browser.hear(events, (data) => {
		firstMs ??= performance.now() - began;
		const event = RunEvent.parse(JSON.parse(data));
		if (event.type === 'failed') throw new Error(event.message);
		if (event.type === 'cancelled') throw new Error('The run was cancelled.');
		if (event.type !== 'finished') return false;
		if (event.report.failure) throw new Error(event.report.failure.title);
		report?.(event.report);
		return true;
	});
	return firstMs;
}

/** A page of an exercise, and what it links to of scripts and styles: a browser keeps those from then on. */
async function openFirst(browser: Browser): Promise<undefined> {
	const page = await browser.get(`/exercises/${inspected.exercise}`);
	const links = [...page.matchAll(/(?:href|src)="([^"]*_app\/[^"]+)"/g)].map(
		([, link = '']) => new URL(link, 'http://site/exercises/any').pathname
	);
	if (links.length === 0) throw new Error('A page links to no scripts: are the pages built?');
	await Promise.all([...new Set(links)].map((link) => browser.get(link)));
	return undefined;
}

const somebody = '10.255.255.1';

/** Asks once for what learners will ask for as others did before them. */
export async function askBefore(site: string): Promise<void> {
	for (const request of opened) await run(openBrowser(site, somebody), request);
}

/** The report of one run of `measured`, by somebody alone. */
export async function measureOnce(site: string): Promise<Report> {
	let found: Report | undefined;
	await run(openBrowser(site, somebody), measured, (report) => (found = report));
	if (!found) throw new Error('A measured run has no report.');
	return found;
}
