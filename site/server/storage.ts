/** Shell: the database the site works on, embedded or given, with its tables up to date. */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { SiteConfig } from './config.ts';
import { openDatabase, type Database } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

export type Storage = {
	database: Database;
	/** Key for hashes of addresses. */
	secret: Buffer;
	/** True if no other site process can be on this database. */
	alone: boolean;
	close: () => Promise<void>;
};

/** The advisory lock that says: a site has this embedded server ("site" in ASCII). */
const siteClass = 0x73697465;

/** For the site: with an embedded server, nobody else's site may be on it. */
export async function openStorage(config: SiteConfig, log: Logger): Promise<Storage> {
	const { database, embedded } = await connect(config, log);
	if (embedded && !(await database.session.tryLock(siteClass, 0))) {
		await database.close();
		throw new Error(
			`Another Cyclelab uses the folder ${config.DATA_DIR}. Stop it, or set DATA_DIR to another folder.`
		);
	}
	embedded?.keep((trouble) =>
		trouble === undefined
			? log.warn('the embedded PostgreSQL had ended and is started again')
			: log.error({ err: trouble }, 'the embedded PostgreSQL ended and cannot be started yet')
	);
	const close = async () => {
		await database.close();
		await embedded?.stop();
	};
	try {
		await migrate(database);
		return { database, secret: await keptSecret(database), alone: embedded !== undefined, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** For commands: beside a site that runs on the same database, or alone. */
export async function openSharedStorage(
	config: SiteConfig,
	log: Logger
): Promise<Pick<Storage, 'database' | 'close'>> {
	const shared = await openUntouched(config, log);
	await migrate(shared.database);
	return shared;
}

/** The same, with its tables as they are, or none. */
export async function openUntouched(
	config: SiteConfig,
	log: Logger
): Promise<Pick<Storage, 'database' | 'close'>> {
	const { database, embedded } = await connect(config, log);
	const close = async () => {
		// a server that was running, or that a site has taken over since, belongs to that site
		const isOurs = embedded?.adopted === false && (await database.session.tryLock(siteClass, 0));
		await database.close();
		if (isOurs) await embedded.stop();
	};
	return { database, close };
}

async function connect(config: SiteConfig, log: Logger) {
	const given = config.DATABASE_URL;
	const embedded = given === undefined ? await startEmbedded(config.DATA_DIR) : undefined;
	if (embedded) log.info({ adopted: embedded.adopted }, 'the embedded PostgreSQL is ready');
	const connection = embedded?.connection ?? { connectionString: given };
	const database = await openDatabase({ ...connection, application_name: 'cyclelab' }, log);
	return { database, embedded };
}

async function keptSecret(database: Database): Promise<Buffer> {
	await database.query(
		`insert into cyclelab.secrets (name, value) values ('addresses', $1) on conflict do nothing`,
		[randomBytes(32)]
	);
	const rows = await database.query(`select value from cyclelab.secrets where name = 'addresses'`);
	return z.tuple([z.object({ value: z.instanceof(Buffer) })]).parse(rows)[0].value;
}
