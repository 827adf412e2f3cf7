/**
 * Shell: starts the site: reads the environment, listens, and ends cleanly on SIGTERM and SIGINT. With `--dev` it serves pages
 * that follow their sources.
 */
import { loadExercises, loadSelfTest, loadTransfer } from '@cyclelab/exercises/load';
import { logOptions } from '@cyclelab/contract/log-options';
import { pino } from 'pino';

import packageFacts from '../package.json' with { type: 'json' };
import { readConfig, type SiteConfig } from './base/config.ts';
import { basePath } from './http/base-path.ts';
import { builtPages, changingPages } from './http/pages.ts';
import { openSite, type Site } from './site.ts';

const config = orExit(() => readConfig(process.env));
const log = pino({
	...logOptions,
	level: config.LOG_LEVEL,
	redact: {
		paths: ['*.password', '*.token', '*.authorization', '*.connectionString'],
		censor: '***'
	},
	base: { name: 'site' }
});

let site: Site | undefined;
let stopping = false;
/** After this the process ends even if something hangs, ms. */
const stopMs = 4500;

async function stop(signal: string): Promise<void> {
	if (stopping) return;
	stopping = true;
	log.info({ signal }, 'the site stops');
	setTimeout(() => process.exit(1), stopMs).unref();
	await starting.catch(() => {});
	await site?.close();
	process.exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));

async function start(settings: SiteConfig): Promise<void> {
	const content = {
		...(await loadExercises()),
		selfTest: await loadSelfTest(),
		transfer: await loadTransfer()
	};
	const follows = process.argv.includes('--dev');
	const pages = await (follows ? changingPages() : builtPages(basePath(settings.ORIGIN)));
	if (!pages) log.warn('the pages are not built; only the API is served');
	const [first] = content.exercises;
	site = await openSite({
		config: settings,
		content,
		pages,
		...(first && !follows && { firstPage: `/exercises/${first.slug}` }),
		version: packageFacts.version,
		log
	});
	log.info({ url: site.url }, 'the site listens');
}

function orExit<T>(read: () => T): T {
	try {
		return read();
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
		return process.exit(1);
	}
}

const starting = start(config);
starting.catch((error: unknown) => {
	log.error({ err: error }, 'the site cannot start');
	process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
	process.exit(1);
});
