/** The operator deletes a shared run, beside the running site. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Site } from '@cyclelab/site/server/site.ts';
import { connectRunner, disconnectAll } from './runner.ts';
import * as tests from './site.ts';
import { post, read, run, token, watchAll } from './site.ts';

const script = fileURLToPath(new URL('../../../site/server/snapshot-command.ts', import.meta.url));

let data: tests.Store;
let site: Site;
beforeAll(async () => {
	data = await tests.embeddedStore();
	site = await tests.startSite(data);
});
afterEach(disconnectAll);
afterAll(async () => {
	await site.close();
	await data.remove();
});

/** The result of `npm run snapshot:delete -- <words>`. */
async function command(...words: string[]) {
	const env = { ...process.env, ...data.settings };
	return promisify(execFile)(process.execPath, [script, ...words], { env }).then(
		({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
		({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => {
			return { code, stdout, stderr };
		}
	);
}

test('a deleted shared run is gone, its run is not, and the run can be shared at another address', async () => {
	await connectRunner(site.url, token);
	const { body } = await run(site);
	await watchAll(site, body.id);
	const share = async () => (await post(site, '/api/snapshots', { run: body.id })).json();
	const { id, url } = await share();
	expect((await read(site, url)).status).toBe(200);

	expect(await command(`${site.url}/s/${id}`, 'A'.repeat(22))).toEqual({
		code: 1,
		stdout: expect.stringMatching(
			new RegExp(
				`^The shared run ${id} \\("Two stores"\\) is deleted\\..*\\nThere is no shared run A{22}\\.`
			)
		),
		stderr: ''
	});
	const gone = await read(site, url);
	expect([gone.status, gone.body.code, gone.body.message]).toEqual([
		410,
		'GONE',
		'The operator of this site deleted this shared run. Its code and its results are no longer here.'
	]);
	expect((await read(site, `/api/runs/${body.id}`)).body.state).toBe('finished');
	const again = await share();
	expect(again.id).not.toBe(id);
	expect((await read(site, again.url)).status).toBe(200);
	expect((await read(site, url)).status).toBe(410);
	expect((await command(id)).code).toBe(1);
});

test('a word that is no address deletes nothing', async () => {
	const { code, stderr } = await command('--all');
	expect([code, stderr.split('\n')[0]]).toEqual([2, '"--all" is not the address of a shared run.']);
});
