/**
 * Shell: `npm run snapshot:delete`, the operator's command that deletes shared runs. Works beside a running site and without
 * one.
 */
import { pino } from 'pino';
import { readConfig } from './base/config.ts';
import { idsIn, usage } from './snapshots/delete-command.ts';
import { deleteSnapshot } from './snapshots/snapshots.ts';
import { openSharedStorage } from './store/storage.ts';

const ids = idsIn(process.argv.slice(2));
if (!ids.ok) {
	process.stderr.write(`${ids.sentence}\n\n${usage}\n`);
	process.exit(2);
}
process.exitCode = await deleteAll(ids.value);

async function deleteAll(wanted: readonly string[]): Promise<number> {
	const log = pino({ level: 'warn' }, pino.destination(2));
	const { database, close } = await openSharedStorage(readConfig(process.env), log);
	let code = 0;
	try {
		for (const id of wanted) {
			const title = await deleteSnapshot(database, id);
			if (title === undefined) code = 1;
			process.stdout.write(
				title === undefined
					? `There is no shared run ${id}. Its address ends with 22 letters and digits.\n`
					: `The shared run ${id} (${JSON.stringify(title)}) is deleted. Its address says that it is gone; copies in caches live for an hour at most.\n`
			);
		}
		return code;
	} finally {
		await close();
	}
}
