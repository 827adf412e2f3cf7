/** Shell: the command-line client as a process. */
import { execFile } from 'node:child_process';
import path from 'node:path';

const client = path.join(import.meta.dirname, '../../../site/client/cyclelab.mjs');

export type EndedClient = { status: number; out: string; err: string };

/** Runs the client to its end. @param env added to this process's environment */
export function runClient(
	words: readonly string[],
	{ cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {}
): Promise<EndedClient> {
	const options = { cwd, env: { ...process.env, ...env } };
	return new Promise((resolve) => {
		const child = execFile(process.execPath, [client, ...words], options, (_error, out, err) =>
			resolve({ status: child.exitCode ?? -1, out, err })
		);
	});
}
