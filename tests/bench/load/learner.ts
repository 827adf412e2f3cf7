/** A learner under load: the kinds of acts, their frequency and their requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { apply } from '@cyclelab/runner/progress';
import { RunEvent } from '@cyclelab/runner/schema/job';
import type { Report } from '@cyclelab/runner/schema/report';
import { inspected, inspection } from '../subject.ts';
import type { Attempt } from './attempts.ts';
import { Hung, openBrowser, Refused, type Browser } from './browser.ts';

/** Pause between two acts, s. */
export const thinkS = { least: 10, most: 50 };

/** Number of acts of each kind in a hundred. A learner without a seat in a workshop reads pages instead of voting. */
export const mix = [
	{ kind: 'a page', share: 50 },
	{ kind: 'an inspection asked before', share: 22 },
	{ kind: 'an inspection of edited code', share: 20 },
	{ kind: 'a vote', share: 6 },
	{ kind: 'a measurement', share: 2 }
] as const;
type ActKind =
	| (typeof mix)[number]['kind']
	| 'the first page, with its scripts'
	| 'a stream held open';

export const kinds: ActKind[] = [
	'the first page, with its scripts',
	...mix.map(({ kind }) => kind),
	'a stream held open'
];

/** The same code each time, so that results on the busy and the idle machine can be compared. */
export const measured = { exercise: inspected.exercise, variants: ['word', 'bytes'] };

const pages = [
	...['/', '/glossary', '/runners', '/progress'],
	...['store-forwarding', 'what-is-a-cycle', 'alignment', 'prefetching', 'cache-working-set'].map(
		(slug) => `/exercises/${slug}`
	)
];
/** Inspections that exercises' pages request when they are opened; cached after the first. */
export const opened = ['store-forwarding', 'what-is-a-cycle', 'alignment'].map((exercise) => ({
	exercise,
	stages: ['inspect'],
	models: 'host'
}));

export type Learner = {
	address: string;
	/** Token of the learner's seat in a workshop. */
	token?: string;
};

export type Crowd = {
	site: string;
	/** Source of the edited variant. */
	source: string;
	/** `performance.now()` at which the load began. */
	began: number;
	note: (attempt: Attempt) => void;
	/** Called with each report of `measured`. */
	noteReport: (report: Report) => void;
	/** No learner begins a further act. */
	over: AbortSignal;
};

const anyOf = <T>(things: readonly T[]): T =>
	things[Math.floor(Math.random() * things.length)] as T;

export const anyPage = () => anyOf(pages);

function chosen(learner: Learner): (typeof mix)[number]['kind'] {
	let left = Math.random() * mix.reduce((sum, { share }) => sum + share, 0);
	const kind = mix.find(({ share }) => (left -= share) < 0)?.kind ?? 'a page';
	return kind === 'a vote' && learner.token === undefined ? 'a page' : kind;
}

/** Arrives at a random time, and acts until the load is over. */
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

/** Keeps a workshop's stream open until the load is over; successful if it could always reconnect. */
export async function holdStream(
	crowd: Crowd,
	{ address, token }: Learner,
	path = '/api/seat/events'
): Promise<void> {
	const browser = openBrowser(crowd.site, address, token);
	await attempt(crowd, 'a stream held open', async () => {
		await browser
			.receive(path, () => false, crowd.over)
			.catch((error: unknown) => {
				if (!crowd.over.aborted) throw error;
			});
		return undefined;
	});
}

async function attempt(crowd: Crowd, kind: ActKind, work: () => Promise<number | undefined>) {
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

/** Returns the arrival of a run's first event, ms; undefined for other acts. */
async function act(crowd: Crowd, browser: Browser, kind: ActKind): Promise<number | undefined> {
	if (kind === 'an inspection asked before') return run(browser, anyOf(opened));
	if (kind === 'an inspection of edited code')
		return run(browser, inspection(crowd.source, 'host'));
	if (kind === 'a measurement') return run(browser, measured, crowd.noteReport);
	if (kind === 'a vote') {
		const ratio = 1 + Math.random() * 9;
		await browser.post('/api/seat/votes', { exercise: inspected.exercise, ratio });
	} else await browser.get(anyPage());
	return undefined;
}

async function run(browser: Browser, request: object, report?: (report: Report) => void) {
	const began = performance.now();
	const { events } = (await browser.post('/api/runs', request)) as { events: string };
	let firstMs: number | undefined;
	let known: Report | undefined;
	await browser.receive(events, (data) => {
		firstMs ??= performance.now() - began;
		const event = RunEvent.parse(JSON.parse(data));
		if (event.type === 'failed') throw new Error(event.message);
		if (event.type === 'cancelled') throw new Error('The run was cancelled.');
		known = apply(known, event);
		if (event.type !== 'finished') return false;
		if (!known || known.failure) throw new Error(known?.failure?.title ?? 'There is no report.');
		report?.(known);
		return true;
	});
	return firstMs;
}

/** Loads an exercise's page with its scripts and styles, which a browser then caches. */
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

/** Requests once what learners will request, so that it is cached. */
export async function askBefore(site: string): Promise<void> {
	for (const request of opened) await run(openBrowser(site, somebody), request);
}

/** The report of one run of `measured` without load. */
export async function measureOnce(site: string): Promise<Report> {
	let found: Report | undefined;
	await run(openBrowser(site, somebody), measured, (report) => (found = report));
	if (!found) throw new Error('A measured run has no report.');
	return found;
}
