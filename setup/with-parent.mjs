/**
 * Loaded before anything else (`node --import`) into what is to end with its parent: file descriptor 3 is a pipe from the
 * parent, and when that ends, however it ends, the process stops as if asked to, with the group that it leads.
 */
import { Socket } from 'node:net';

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
