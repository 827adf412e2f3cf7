/**
 * Shell: `npm run runner:token`, the operator's command about tokens of runners: makes, lists, revokes. Works beside a
 * running site and without one. Only a new token is written to standard output, so that a script can take it.
 */
import { pino } from 'pino';
import { notifySites } from './store/bus.ts';
import { readConfig } from './base/config.ts';
import { openSharedStorage } from './store/storage.ts';
import { listOf, readTokenCommand, usage, type TokenCommand } from './runners/token-command.ts';
import { addToken, listTokens, revokeToken } from './runners/tokens.ts';

const command = readTokenCommand(process.argv.slice(2));
if (!command.ok) {
	process.stderr.write(`${command.sentence}\n\n${usage}\n`);
	process.exit(2);
}
process.exitCode = await carryOut(command.value);

async function carryOut(wish: TokenCommand): Promise<number> {
	const log = pino({ level: 'warn' }, pino.destination(2));
	const { database, close } = await openSharedStorage(readConfig(process.env), log);
	const say = (sentence: string) => process.stderr.write(`${sentence}\n`);
	try {
		if (wish.do === 'list') {
			process.stdout.write(`${listOf(await listTokens(database))}\n`);
			return 0;
		}
		if (wish.do === 'revoke') {
			const revoked = await revokeToken(database, wish.id);
			if (revoked) await notifySites(database, database.session.instance, [{ kind: 'tokens' }]);
			say(
				revoked
					? `The token ${wish.id} is revoked. A runner that used it is disconnected and cannot come back with it.`
					: `There is no valid token ${wish.id}. --list shows all.`
			);
			return revoked ? 0 : 1;
		}
		const { id, token } = await addToken(database, wish.label, wish.arch);
		process.stdout.write(`${token}\n`);
		say(
			`The token ${id} (${wish.label}), shown this once. It belongs to the first runner that connects with it.\n` +
				`On that host: RUNNER_TOKEN=<the token> SITE_URL=<this site's address> docker compose up -d --build runner-alone`
		);
		return 0;
	} finally {
		await close();
	}
}
