/** Shell: the thread that requests /healthz (`probe.ts`). It does nothing else, so that only the site can be slow. */
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

const { url, everyMs } = z.object({ url: z.string(), everyMs: z.number() }).parse(workerData);
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const times: number[] = [];
let failed = 0;
let isOver = false;

const ask = () =>
	new Promise<number>((resolve, reject) => {
		const asked = http.get(`${url}/healthz`, { agent }, (response) => {
			response.resume();
			response.on('end', () => resolve(response.statusCode ?? 0));
		});
		asked.on('error', reject);
	});

parentPort?.on('message', () => (isOver = true));
// Not counted: this thread compiles its own code meanwhile.
await ask();
parentPort?.postMessage('ready');
while (!isOver) {
	const began = performance.now();
	if ((await ask()) !== 200) failed += 1;
	times.push(performance.now() - began);
	await pause(everyMs);
}
agent.destroy();
parentPort?.postMessage({ times, failed });
parentPort?.close();
