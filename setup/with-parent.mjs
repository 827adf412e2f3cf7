/**
 * Loaded before anything else (`node --import`) into what is to end with its parent: file descriptor 3 is a pipe from the
 * parent, and when that ends, however it ends, the process stops as if asked to, with the group that it leads.
 */
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/**
 * Node loads this into every worker thread too. The descriptor is the process's: the end of a thread that has a socket on it
 * would close it for all, and a later file of that number would decide when the process stops.
 */
if (isMainThread) {
	const parent = new Socket({ fd: 3 });
	parent.on('error', () => {});
	parent.on('close', () => {
		try {
			process.kill(-process.pid, 'SIGTERM');
		} catch {
			// it leads no group
			process.kill(process.pid, 'SIGTERM');
		}
	});
	parent.resume();
	parent.unref();
}
