/**
 * Shell: `node_modules/.bin/node tests/with-postgres.ts <command>` runs a command with CYCLELAB_TEST_DATABASE_URL naming a
 * new PostgreSQL server: a cluster in a temporary folder with a socket there and a free loopback port, removed afterwards.
 * CYCLELAB_POSTGRES is the folder of `initdb` and `postgres` (Debian's package `postgresql`).
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { storeParent } from './store-parent.ts';

/** Benches use fsync like a server in production; tests do not. */
const fsync = process.env.CYCLELAB_POSTGRES_FSYNC ?? 'off';
const programs = process.env.CYCLELAB_POSTGRES ?? '';
const folder = mkdtempSync(join(fsync === 'off' ? storeParent() : tmpdir(), 'cyclelab-postgres-'));
const data = join(folder, 'data');
// PostgreSQL refuses to run as root; Debian's package brings a user for it.
const asRoot = process.getuid?.() === 0;
const asPostgres = (argv: string[]): [string, string[]] => {
	const [program = '', ...args] = asRoot
		? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--', ...argv]
		: argv;
	return [program, args];
};

function done(argv: [string, string[]]): void {
	const { status, stderr, error } = spawnSync(...argv, { encoding: 'utf8', cwd: '/' });
	if (status !== 0) throw new Error(`${argv.flat().join(' ')} failed: ${error?.message ?? stderr}`);
}

async function startServer(port: number): Promise<ChildProcess> {
	if (asRoot) done(['chown', ['postgres:postgres', folder]]);
	done(
		asPostgres([
			join(programs, 'initdb'),
			'--pgdata',
			data,
			'--username=cyclelab',
			'--auth=trust',
			'--encoding=UTF8',
			'--no-sync'
		])
	);
	const server = spawn(
		...asPostgres([
			join(programs, 'postgres'),
			'-D',
			data,
			'-k',
			folder,
			'-p',
			`${port}`,
			'-c',
			'listen_addresses=127.0.0.1',
			'-c',
			`fsync=${fsync}`
		]),
		{ cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C' } }
	);
	await new Promise<void>((resolve, reject) => {
		let output = '';
		server.stderr.setEncoding('utf8').on('data', (text: string) => {
			output = (output + text).slice(-10_000);
			if (output.includes('database system is ready to accept connections')) resolve();
		});
		server.on('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${output}`)));
	});
	return server;
}

const port = await freePort('127.0.0.1');
const server = await startServer(port);
try {
	const [program = '', ...args] = process.argv.slice(2);
	const child = spawn(program, args, {
		stdio: 'inherit',
		env: {
			...process.env,
			CYCLELAB_TEST_DATABASE_URL: `postgres://cyclelab@127.0.0.1:${port}/postgres`
		}
	});
	const [code] = await once(child, 'exit');
	process.exitCode = typeof code === 'number' ? code : 1;
} finally {
	// SIGINT: PostgreSQL's fast shutdown, which does not wait for clients.
	server.kill('SIGINT');
	await once(server, 'exit');
	rmSync(folder, { recursive: true, force: true });
}
