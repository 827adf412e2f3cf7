/** The operator deletes a shared run, beside the running site. */
import { expect, test } from 'vitest';
import { connectRunner } from './runner.ts';
import { post, read, run, token, watchAll } from './site.ts';
import { siteForAll } from './hooks.ts';
import { commandOf } from './operator.ts';

const site = siteForAll();

const command = (...words: string[]) => commandOf('snapshot-command.ts')(site.store, ...words);

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
