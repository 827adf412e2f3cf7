/** Shell: a script in the virtual machine, over SSH. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';

/** Users of `system.sh`. */
export type User = 'root' | 'learner' | 'rootless';
/** A port of this machine's 127.0.0.1, and the file of the private key. */
export type SshServer = { key: string; port: number };
/** `output`: standard output and error together. */
export type Ended = { code: number; output: string };

/** Characters, the last ones. */
const outputKept = 16_000_000;
/** Characters of a line that are shown. */
const lineShown = 160;
/** An emulated machine takes its time for an answer, s. */
const patienceSeconds = 180;

/** @param onLine called with each line of its output, cut off */
export function overSsh(
	{ key, port }: SshServer,
	user: User,
	script: string,
	onLine: (line: string) => void
): Promise<Ended> {
	const settings = [
		...['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR'],
		...['BatchMode=yes', `ConnectTimeout=${patienceSeconds}`],
		...['ServerAliveInterval=60', `ServerAliveCountMax=${patienceSeconds / 10}`]
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
