/** Shell: runs a script in the virtual machine, over SSH. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';

/** Users that `system.sh` creates. */
export type User = 'root' | 'learner' | 'rootless';
/** A port of this machine's 127.0.0.1, and the file of the private key. */
export type SshServer = { key: string; port: number };
/**
 * `code`: the script's exit code; 127 if `ssh` could not be started, 255 if the connection failed or a signal ended `ssh`.
 * `output`: the end of standard output and standard error, interleaved as they arrived.
 */
export type EndedScript = { code: number; output: string };

/** Longest output, characters; the beginning of a longer one is dropped. */
const outputKept = 16_000_000;
/** Characters of a line that `onLine` is given. */
const lineShown = 160;
/** An emulated machine may take minutes to accept a connection, and longer to answer under load. Seconds. */
const connectSeconds = 180;
const aliveEverySeconds = 60;
/** Unanswered checks, one each `aliveEverySeconds`, after which `ssh` gives the machine up. */
const mostUnanswered = 18;

/** @param onLine called with the first `lineShown` characters of each line of output */
export function overSsh(
	{ key, port }: SshServer,
	user: User,
	script: string,
	onLine: (line: string) => void
): Promise<EndedScript> {
	const settings = [
		'StrictHostKeyChecking=no',
		'UserKnownHostsFile=/dev/null',
		'LogLevel=ERROR',
		'BatchMode=yes',
		`ConnectTimeout=${connectSeconds}`,
		`ServerAliveInterval=${aliveEverySeconds}`,
		`ServerAliveCountMax=${mostUnanswered}`
	].flatMap((setting) => ['-o', setting]);
	const words = ['-F', 'none', '-i', key, ...settings, '-p', `${port}`, `${user}@127.0.0.1`];
	const child = spawn('ssh', [...words, 'bash -ls'], { stdio: ['pipe', 'pipe', 'pipe'] });
	let output = '';
	const both = new PassThrough();
	createInterface({ input: both }).on('line', (line) => onLine(line.slice(0, lineShown)));
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => {
			output = (output + text).slice(-outputKept);
			both.write(text);
		});
	child.stdin.on('error', () => undefined);
	child.stdin.end(script);
	return new Promise((resolve) => {
		child.once('error', (error) => resolve({ code: 127, output: error.message }));
		child.once('close', (code) => {
			both.end();
			resolve({ code: code ?? 255, output });
		});
	});
}
