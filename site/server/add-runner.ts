/** `node site/server/add-runner.ts <label>`: makes a token for one more runner and prints it, once. */
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { openSharedStorage } from './storage.ts';
import { addToken } from './tokens.ts';

const [label] = process.argv.slice(2);
if (label === undefined) {
	process.stderr.write('Say whose token it is: node site/server/add-runner.ts <label>\n');
	process.exit(1);
}
const storage = await openSharedStorage(readConfig(process.env), pino({ level: 'warn' }));
process.stdout.write(`${await addToken(storage.database, label)}\n`);
await storage.close();
