/** Shell: runs a program of this project with the output and exit code of the whole npm command. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ending } from './ending.mjs';
import { node24, root } from './folder.mjs';
import { noteGroup, signalGroup } from './groups.mjs';
import { withParent } from './service.mjs';

/** Asked to end, it and all it has started have this long before they are killed, ms. */
const graceMs = 30_000;
/** Exit code of a program that a signal ended, as shells count. */
const signalCode = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * Runs it on Node 24. What ends this process ends it too, with the processes that it has started.
 * @param {string} entry relative to the root
 * @param {string[]} args
 * @param {Record<string, string>} env on top of ours
 * @returns {Promise<number>} its exit code
 */
export function onNode24(entry, args, env) {
	if (ending.aborted) return Promise.resolve(signalCode[ending.reason]);
	return new Promise((resolve, reject) => {
		const child = spawn(node24, ['--import', withParent, join(root, entry), ...args], {
			cwd: root,
			env: { ...process.env, ...env },
			// Its own group: each process gets a signal once, whether a terminal or a service manager sends it.
			detached: true,
			stdio: ['inherit', 'inherit', 'inherit', 'pipe']
		});
		noteGroup(child);
		child.on('error', reject);
		child.on('exit', (code) => resolve(code ?? signalCode[ending.reason] ?? 1));
		ending.addEventListener('abort', () => {
			signalGroup(child.pid, ending.reason);
			// After Ctrl+C it is for the person who pressed it to wait, or to press it again.
			if (ending.reason === 'SIGINT') return;
			setTimeout(() => signalGroup(child.pid, 'SIGKILL'), graceMs).unref();
		});
	});
}
