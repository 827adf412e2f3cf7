/** The site's settings: one schema of its environment, read once in `main.ts`, passed down. */
import { withSecretFiles } from '@cyclelab/contract/secret-files';
import { z } from 'zod';

const count = (fallback: number, most: number) =>
	z.coerce.number().int().min(1).max(most).default(fallback);

export const SiteConfig = z.object({
	PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('Port of the site'),
	HOST: z
		.string()
		.default('127.0.0.1')
		.describe('Address the site listens on; 0.0.0.0 lets other machines connect'),
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
	OBJECT_STORE: z
		.url({ protocol: /^https?$/ })
		.optional()
		.describe(
			'A bucket of object storage by S3’s API, https://host/bucket, also with a path: takes the events of finished measurements'
		),
	OBJECT_STORE_KEY: z.string().min(1).optional().describe('Its access key'),
	OBJECT_STORE_SECRET: z.string().min(1).optional().describe('Its secret key'),
	OBJECT_STORE_REGION: z.string().min(1).default('us-east-1').describe('Its region'),
	ORIGIN: z
		.url({ protocol: /^https?$/ })
		.optional()
		.describe(
			"The site's public address, https://..., also with a path; set it wherever others can reach the site, and where a proxy hides it"
		),
	EDGE_SECONDS: z.coerce
		.number()
		.int()
		.min(0)
		.max(1800)
		.default(0)
		.describe(
			'Seconds for which a shared cache in front may use pages that are the same for everybody, and as many again while it asks for a newer one; needs ORIGIN, and no login between the cache and the site'
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
	RUN_DAYS: count(90, 36_500).describe(
		'Days after its end at which a run is deleted; snapshots never are'
	),
	INSPECTION_DAYS: count(7, 36_500).describe(
		'Days after its end at which a run that measured nothing is deleted; RUN_DAYS if that is less. Inspections of code being typed are not stored'
	),
	REQUESTS_PER_MINUTE: count(6000, 10_000_000).describe(
		'Requests of any kind one address may make in a minute; a room of people shares one'
	),
	CONNECTIONS: count(2048, 1_000_000).describe(
		'Connections one address may hold open; where a proxy is in front, that is for the proxy to say'
	),
	RUNNER_CONNECTIONS: count(256, 100_000).describe('Runners one address may connect at once')
});
export type SiteConfig = z.infer<typeof SiteConfig>;

/** Largest number of participants of one workshop. */
const seatsOfRoom = 300;

/** Limits, sizes and times that are not settings, with their units. */
export const fixed = {
	/** Largest request body, bytes; counted before anything is parsed. */
	bodyBytes: 256 * 1024,
	/** Deepest nesting of a request's JSON. */
	jsonDepth: 16,
	/** Most values in a request's JSON: parsing and checking 10,000 takes the main thread some 20 ms. */
	jsonValues: 1000,
	/** A request's headers, and the whole request, must have arrived within these times, ms. */
	headersMs: 10_000,
	requestMs: 20_000,
	/** The headers of a connection's next request must have arrived within this time after its last response, ms. */
	betweenRequestsMs: 15_000,
	/** Pause between two comments on a silent event stream, ms. */
	streamBeatMs: 15_000,
	/**
	 * Time limits of slow readers: a base time, ms (the kernel accepts more data only when a third of its buffer of some MiB is
	 * free), plus the time that the bytes take at the lowest rate, bytes per second. A response that is not a stream must end
	 * within its own limit, ms. All are checked at this interval, ms.
	 */
	readPauseMs: 30_000,
	readBytesPerSecond: 16 * 1024,
	responseMs: 300_000,
	readersLookMs: 1000,
	/** Large response bodies in memory, for all readers together. Bytes. */
	bodiesBytes: 64 * 1024 * 1024,
	/** Pages hold reports up to this many bytes of JSON, which are parsed for each; larger ones are read by the browser. */
	pageReportBytes: 1024 * 1024,
	/** Runs with larger reports cannot be kept. Bytes of JSON. */
	keptReportBytes: 2 * 1024 * 1024,
	/** Cached snapshots. Bytes of JSON; the parsed objects take several times as much memory. */
	snapshotsBytes: 8 * 1024 * 1024,
	/** Larger messages of runners are parsed in a separate thread. Bytes. */
	threadMessageBytes: 512 * 1024,
	/** A reader that is further behind than this and one event is disconnected; it reconnects and gets the events it missed. Bytes. */
	streamBacklogBytes: 8 * 1024 * 1024,
	/** Largest message of a runner: a report with all raw samples is some 100 kB. Bytes. */
	runnerMessageBytes: 16 * 1024 * 1024,
	/** Largest message of a runner about itself, which some kB describe; and all before it is let in. Bytes. */
	runnerWordsBytes: 256 * 1024,
	runnerEarlyBytes: 1024 * 1024,
	/** Deepest nesting of a runner's message; a report has 12 levels, and PostgreSQL's parser of JSON fails at some 100,000. */
	runnerDepth: 64,
	/** Limit of the events of one run, and of all active runs of a runner. Bytes. */
	runBytes: 32 * 1024 * 1024,
	runnerBytes: 128 * 1024 * 1024,
	/** Runs that a runner may decline in a minute. A runner that loses its engine declines a run for each slot, and takes none until it is ready. */
	declinesPerMinute: 240,
	/** Events of one run; the largest exercise has 57 points. */
	runEvents: 10_000,
	/** Interval at which the use of tokens is recorded, ms. */
	tokenNoteMs: 60_000,
	/** Interval of the search for site processes that crashed, ms; and while this is the only process. */
	sweepMs: 1000,
	sweepAloneMs: 30_000,
	/**
	 * How long a reader's last event may be missing in the store before the reader gets the whole history: events are sent before
	 * they are stored, and runs of a killed process are put back within `sweepMs`.
	 */
	lastEventMs: 1500,
	/** Time limit of the search for a cancelled run that no site process holds at the moment, ms. */
	cancelMs: 3000,
	/** A runner must introduce itself within this time, ms. */
	runnerHelloMs: 5000,
	/** Number of runners that may die, or lose their engine, during one run before it is set aside. */
	kills: 2,
	/** Cached inspections: some 100 kB each, and a sixth more with the gzipped copy (at most the same size again). Bytes. */
	answersBytes: 64 * 1024 * 1024,
	/** A larger inspection is not cached: it would evict many others. Bytes. */
	answerBytes: 4 * 1024 * 1024,
	/** Wrong workshop codes one address may try in a minute; a room of people shares one and some mistype. */
	wrongCodes: 30,
	/** After so many wrong codes in a minute from all networks together, each network may try only so many in it. */
	wrongCodesTogether: 600,
	wrongCodesUnderAttack: 2,
	seatsOfRoom,
	/** Unfinished runs of one participant, and streams and votes in a minute. */
	openRunsOfSeat: 8,
	/** Measurements of one participant and of one workshop, cancelled ones too: all are read whenever a workshop is. */
	runsOfSeat: 200,
	runsOfRoom: 6000,
	streamsOfSeat: 12,
	votesPerMinute: 120,
	/** Multiplier on RUNS_PER_MINUTE for workshop runs, per address: a room usually shares one address. */
	roomOfOneAddress: 20,
	/** Seats one address may take in a minute: a full workshop may share one address. */
	joinsPerMinute: seatsOfRoom,
	/** Open questions of one participant, questions of one workshop, and questions one participant may ask in a minute. */
	openQuestionsOfSeat: 5,
	questionsOfRoom: 300,
	questionsPerMinute: 6,
	/** Actions of one host in a minute. */
	actsPerMinute: 240,
	/** Rejected runner connections (without a valid token) that are logged, per address and minute. */
	loggedRejections: 30,
	/** Connections to the gateway without a token that one address may try in a minute. */
	tokenlessUpgrades: 60,
	/** Workshops one address may open in a minute. */
	workshopsPerMinute: 10,
	/** A participant counts as present this long after their connection was last seen, s; and after closing it, ms. */
	seatHereSeconds: 45,
	seatGraceMs: 2500,
	/** Interval of the search for expired workshops, ms. */
	workshopSweepMs: 60_000,
	/** Old runs deleted in one transaction, the pause between two of them, ms, and the interval of the search, ms. */
	retention: { atOnce: 200, pauseMs: 100, everyMs: 3_600_000 },
	/**
	 * Measurements of which the events are moved to object storage: minutes after their end, when nobody follows them any more; read
	 * at once; interval of the search, ms.
	 */
	moved: { afterMinutes: 60, atOnce: 50, everyMs: 60_000 },
	/** A run that a runner has held longer is requeued, seconds. */
	runSeconds: 900
} as const;

/** Without ORIGIN a page has the address of whoever asked for it, which a shared cache would send to others. */
const needsOrigin = { path: ['EDGE_SECONDS'], message: 'ORIGIN must be set, too' };

/** Reads the environment. Throws a sentence per wrong setting. */
export function readConfig(environment: Record<string, string | undefined>): SiteConfig {
	const given = Object.fromEntries(
		Object.entries(withSecretFiles(environment)).filter(
			([, value]) => value !== undefined && value !== ''
		)
	);
	const parsed = SiteConfig.safeParse(given);
	if (parsed.success && (parsed.data.EDGE_SECONDS === 0 || parsed.data.ORIGIN)) return parsed.data;
	const issues = parsed.error?.issues ?? [needsOrigin];
	const lines = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
	throw new Error(`The site cannot start with these settings. ${lines.join('; ')}`);
}
