/** The site's settings: one schema of its environment, read once in `main.ts`, passed down. */
import { z } from 'zod';

const count = (fallback: number, most: number) =>
	z.coerce.number().int().min(1).max(most).default(fallback);

export const SiteConfig = z.object({
	PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('Port of the site'),
	HOST: z.string().default('0.0.0.0').describe('Address the site listens on'),
	DATA_DIR: z
		.string()
		.default('./data')
		.describe(
			"Folder of the embedded PostgreSQL, back-ups, and with npm start logs and the local runner's token"
		),
	DATABASE_URL: z
		.url({ protocol: /^postgres(ql)?$/ })
		.optional()
		.describe('A PostgreSQL server to use instead of the embedded one, postgres://...'),
	ORIGIN: z
		.url({ protocol: /^https?$/ })
		.optional()
		.describe(
			"The site's public address, https://...; set it wherever others can reach the site, and where a proxy hides it"
		),
	RUNNER_TOKEN: z
		.string()
		.min(16)
		.optional()
		.describe('Token of the local runner; others are made with npm run runner:token'),
	METRICS_TOKEN: z
		.string()
		.min(16)
		.optional()
		.describe(
			'Opens /operate and /metrics to whoever has it; without it only this machine may, and nobody where ORIGIN or TRUST_PROXY is set'
		),
	TRUST_PROXY: z.coerce
		.number()
		.int()
		.min(0)
		.max(8)
		.default(0)
		.describe('Number of proxies in front whose X-Forwarded-* headers are believed'),
	LOG_LEVEL: z
		.enum(['debug', 'info', 'warn', 'error', 'silent'])
		.default('info')
		.describe('What is logged'),
	RUNS_PER_MINUTE: count(60, 100_000).describe('Runs one address may start in a minute'),
	OPEN_RUNS: count(100, 100_000).describe('Unfinished runs one address may have at once'),
	STREAMS: count(64, 100_000).describe('Event streams one address may hold open at once'),
	SNAPSHOTS_PER_MINUTE: count(30, 100_000).describe('Snapshots one address may make in a minute'),
	REQUESTS_PER_MINUTE: count(6000, 10_000_000).describe(
		'Requests of any kind one address may make in a minute; a room of people shares one'
	),
	CONNECTIONS: count(2048, 1_000_000).describe(
		'Connections one address may hold open; where a proxy is in front, that is for the proxy to say'
	),
	RUNNER_CONNECTIONS: count(256, 100_000).describe('Runners one address may connect at once')
});
export type SiteConfig = z.infer<typeof SiteConfig>;

/** Sizes and times that are not settings, with their units. */
export const fixed = {
	/** Largest request body, bytes; counted before anything is parsed. */
	bodyBytes: 256 * 1024,
	/** Deepest nesting of a request's JSON. */
	jsonDepth: 16,
	/** A request's headers, and the whole request, must have arrived within these times, ms. */
	headersMs: 10_000,
	requestMs: 20_000,
	/** Pause between two comments on a silent event stream, ms. */
	streamBeatMs: 15_000,
	/** A stream whose reader is further behind than this and one event is cut; it reconnects and gets what it missed. Bytes. */
	streamBacklogBytes: 8 * 1024 * 1024,
	/** Largest message of a runner: a report with all raw samples is some 100 kB. Bytes. */
	runnerMessageBytes: 16 * 1024 * 1024,
	/** Largest message of a runner about itself, which some kB describe; and all before it is let in. Bytes. */
	runnerWordsBytes: 256 * 1024,
	runnerEarlyBytes: 1024 * 1024,
	/** All that runners may say of one run, which the last event says once more; of a runner's runs at one time. Bytes. */
	runBytes: 32 * 1024 * 1024,
	runnerBytes: 128 * 1024 * 1024,
	/** Events of one run; the largest exercise has 57 points. */
	runEvents: 10_000,
	/** That a token is in use is noted this often, ms. */
	tokenNoteMs: 60_000,
	/** What nobody announces (processes that vanished) is looked for this often, ms; rarely if there is no other. */
	sweepMs: 1000,
	sweepAloneMs: 30_000,
	/** A cancelled run that no site process has at the moment is looked for this long, ms. */
	cancelMs: 3000,
	/** A runner must introduce itself within this time, ms. */
	runnerHelloMs: 5000,
	/** Runners that may die, or lose their engine, over one run before it is set aside. */
	kills: 2,
	/** Answers to inspections kept in memory: some 100 kB each, a sixth more once somebody took it compressed, and never more than as much again. Bytes. */
	answersBytes: 64 * 1024 * 1024,
	/** Who left a run that others wait for; some 100 bytes each. */
	leaversKept: 10_000,
	/** One that is larger is not kept: it would take the place of many. Bytes. */
	answerBytes: 4 * 1024 * 1024,
	/** Wrong workshop codes one address may try in a minute; a room of people shares one and some mistype. */
	wrongCodes: 30,
	/** People in one workshop. */
	seats: 300,
	/** Unfinished runs of one participant, and streams and votes in a minute. */
	openRunsOfSeat: 8,
	streamsOfSeat: 12,
	votesPerMinute: 120,
	/** Runs in workshops that one address may start, in times of what it may start outside of them: a room shares one. */
	roomOfOneAddress: 20,
	/** Places one address may take in a minute: a full workshop comes in by one door. */
	joinsPerMinute: 300,
	/** What one host may do in a minute. */
	actsPerMinute: 240,
	/** Wrong runner tokens of one address that are noted in the log, in a minute. */
	notedKnocks: 30,
	/** Workshops one address may open in a minute. */
	workshopsPerMinute: 10,
	/** A participant counts as here this long after their connection was last seen, s; and who closes one, this long, ms. */
	seatHereSeconds: 45,
	seatGraceMs: 2500,
	/** Workshops whose time is over are looked for this often, ms. */
	workshopSweepMs: 60_000,
	/** A run that a runner has held longer is handed to another one, seconds. */
	runSeconds: 900
} as const;

/** Reads the environment. Throws a sentence per wrong setting. */
export function readConfig(environment: Record<string, string | undefined>): SiteConfig {
	const given = Object.fromEntries(
		Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')
	);
	const parsed = SiteConfig.safeParse(given);
	if (parsed.success) return parsed.data;
	const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
	throw new Error(`The site cannot start with these settings. ${lines.join('; ')}`);
}
