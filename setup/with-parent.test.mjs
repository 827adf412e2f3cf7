import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { withParent } from './service.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cyclelab-test-'));
afterAll(() => rm(folder, { recursive: true }));

/** Waits; prints how many of its threads have ended, and which file descriptor 3 is. */
const program = `import { readlinkSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
const tell = (ended) => console.log(ended, readlinkSync('/proc/self/fd/3'));
const idle = new Worker(new URL('idle.mjs', import.meta.url));
idle.once('online', () => tell(0));
idle.once('exit', () => tell(1));
idle.once('message', () => idle.terminate());
setInterval(() => {}, 1000);
`;
const thread = `import { parentPort } from 'node:worker_threads';
setTimeout(() => parentPort.postMessage(''), 100);
`;

test('a process ends with its parent’s pipe, and keeps the pipe when one of its threads ends', async () => {
	writeFileSync(join(folder, 'main.mjs'), program);
	writeFileSync(join(folder, 'idle.mjs'), thread);
	const child = spawn(process.execPath, ['--import', withParent, join(folder, 'main.mjs')], {
		stdio: ['ignore', 'pipe', 'inherit', 'pipe']
	});
	/** @type {string[]} */
	const lines = [];
	const reader = createInterface({
		input: /** @type {import('node:stream').Readable} */ (child.stdout)
	});
	for await (const line of reader) {
		lines.push(line);
		if (lines.length === 2) break;
	}
	const pipe = lines[0]?.slice(2);
	expect(lines).toEqual([expect.stringMatching(/^0 (socket|pipe):/), `1 ${pipe}`]);
	const ended = once(child, 'exit');
	/** @type {import('node:stream').Writable} */ (child.stdio[3]).end();
	expect(await ended).toEqual([null, 'SIGTERM']);
});
