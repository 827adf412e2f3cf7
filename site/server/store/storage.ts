/** Shell: the site's database, embedded or given, with migrated tables. */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { SiteConfig } from '../base/config.ts';
import { openDatabase, type Database } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

export type Storage = {
	database: Database;
	/** Key for hashes of addresses. */
	secret: Buffer;
	/** True if other site processes can be on this database. */
	isShared: boolean;
	close: () => Promise<void>;
};

/** The advisory lock of the site that uses this embedded server ("site" in ASCII). */
const siteClass = 0x73697465;

/** Opens the database for a site, which must be the only site on an embedded server. */
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
		return {
			database,
			secret: await keptSecret(database),
			isShared: embedded === undefined,
			close
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/** Opens the database for a command, with or without a running site. */
export async function openSharedStorage(
	config: SiteConfig,
	log: Logger
): Promise<Pick<Storage, 'database' | 'close'>> {
	const shared = await openUntouched(config, log);
	await migrate(shared.database);
	return shared;
}

/** Opens the database for a command without migrating its tables, if it has any. */
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
