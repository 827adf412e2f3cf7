/** Runner tokens, from the operator's command to the refusal of a runner. */
import { expect, test } from 'vitest';
import { describeRunner } from './examples.ts';
import { connectRunner, disconnectAll } from './runner.ts';
import * as tests from './site.ts';
import { read, token, watchAll } from './site.ts';
import { runOn, siteForAll } from './hooks.ts';
import { commandOf } from './operator.ts';

const command = commandOf('runner-token.ts');

async function make(store: tests.Store, ...words: string[]) {
	const { stdout, stderr } = await command(store, '--label', ...words);
	return { secret: stdout.trim(), id: /The token ([0-9a-f]{8}) /.exec(stderr)?.[1] ?? stderr };
}
const arm = (description: Parameters<NonNullable<ConnectOptions['as']>>[0]) => ({
	...description,
	host: { ...description.host, arch: 'arm64' as const }
});
type ConnectOptions = NonNullable<Parameters<typeof connectRunner>[2]>;

const site = siteForAll();

test('a token is printed once, admits one runner, and is listed with its runner', async () => {
	const made = await command(site.store, '--label', 'laboratory');
	expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^[\w-]{43}\n$/)]);
	await connectRunner(site.url, made.stdout.trim(), { id: 'lab-1' });
	const list = await command(site.store, '--list');
	expect(list.stdout).not.toContain(made.stdout.trim());
	const [head, row] = list.stdout.trimEnd().split('\n');
	expect(head?.split(/ {2,}/)).toEqual([
		'id',
		'label',
		'made (UTC)',
		'last used',
		'runner',
		'arch',
		'state'
	]);
	const minute = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
	expect(row?.split(/ {2,}/)).toEqual([
		expect.stringMatching(/^[0-9a-f]{8}$/),
		'laboratory',
		minute,
		minute,
		'lab-1',
		'x86-64',
		'valid'
	]);
});

test('a token belongs to the first runner that uses it, which can come back with it', async () => {
	const { secret } = await make(site.store, 'bound');
	const first = await connectRunner(site.url, secret, { id: 'bound-1' });
	await first.disconnect();
	await expect(connectRunner(site.url, secret, { id: 'other' })).rejects.toThrow(
		'This token belongs to the runner bound-1, and this runner is called other. ' +
			'Set RUNNER_ID=bound-1, or make a token for this host on the site: npm run runner:token -- --label other'
	);
	await expect(connectRunner(site.url, secret, { id: 'bound-1', as: arm })).rejects.toThrow(
		'This token is for an x86-64 runner, and this one is arm64. ' +
			'Make one for it on the site: npm run runner:token -- --label bound-1 --arch arm64'
	);
	await connectRunner(site.url, secret, { id: 'bound-1' });
});

test('a token made for an architecture is refused for a runner of another', async () => {
	const { secret } = await make(site.store, 'graviton', '--arch', 'arm64');
	await expect(connectRunner(site.url, secret, { id: 'graviton' })).rejects.toThrow(
		'This token is for an arm64 runner, and this one is x86-64.'
	);
	await connectRunner(site.url, secret, { id: 'graviton', as: arm });
});

test('a runner cannot take the name that is bound to another token', async () => {
	const owner = await make(site.store, 'owner');
	await connectRunner(site.url, owner.secret, { id: 'mine' });
	const other = await make(site.store, 'other');
	const refusal = connectRunner(site.url, other.secret, { id: 'mine' }).then(
		(runner) => runner.closed.then(() => runner.refused[0]),
		(error: Error) => error.message
	);
	expect(await refusal).toBe(
		`The name mine belongs to the token ${owner.id} (owner). ` +
			`Set another RUNNER_ID, or revoke that token on the site: npm run runner:token -- --revoke ${owner.id}`
	);
	const { body } = await read(site, '/api/runners');
	expect(body.map(({ id }: { id: string }) => id)).toEqual(['mine']);
});

test('a connected runner cannot change its name', async () => {
	const { secret } = await make(site.store, 'steady');
	const runner = await connectRunner(site.url, secret, { id: 'steady' });
	runner.send({ type: 'hello', runner: describeRunner('someone-else', 4) });
	await runner.closed;
	expect(runner.refused).toEqual([
		'A connected runner cannot change its name. Restart it under its new name.'
	]);
});

test('a revoked token ends its connection with a sentence, and its run goes to another runner', async () => {
	const { secret, id } = await make(site.store, 'gone');
	const runner = await connectRunner(site.url, secret, { id: 'gone', work: () => {} });
	const body = await runOn(runner, site);
	const revoked = await command(site.store, '--revoke', id);
	expect([revoked.code, await runner.closed, runner.refused]).toEqual([
		0,
		4001,
		[
			'The token of this runner was revoked. Make a new one on the site: npm run runner:token -- --label <name>'
		]
	]);
	await connectRunner(site.url, token, { id: 'next' });
	expect((await watchAll(site, body.id)).at(-1)?.event).toBe('finished');
	await expect(connectRunner(site.url, secret, { id: 'gone' })).rejects.toThrow(
		'401: The token of this runner was revoked.'
	);
	expect((await command(site.store, '--list')).stdout).toMatch(/ gone +x86-64 +revoked \d{4}/);
	const again = await command(site.store, '--revoke', id);
	expect([again.code, again.stderr]).toEqual([
		1,
		`There is no valid token ${id}. --list shows all.\n`
	]);
});

test('an unknown token is refused with a sentence, and the command prints its usage for wrong arguments', async () => {
	await expect(connectRunner(site.url, 'x'.repeat(43))).rejects.toThrow(
		'401: The site does not know this runner token. Make one on the site: npm run runner:token -- --label <name>'
	);
	const { code, stderr } = await command(site.store, 'laboratory');
	expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining('laboratory')]);
});

test('revoking a token disconnects its runner from any site process', async () => {
	const shared = await tests.sharedStore();
	const here = await tests.startSite(shared);
	const there = await tests.startSite(shared);
	const [one, two] = await Promise.all(['one', 'two'].map((label) => make(shared, label)));
	const [first, second] = await Promise.all([
		connectRunner(here.url, one?.secret ?? '', { id: 'one' }),
		connectRunner(there.url, two?.secret ?? '', { id: 'two' })
	]);
	const revoked = await Promise.all(
		[one, two].map((made) => command(shared, '--revoke', made?.id ?? ''))
	);
	expect(revoked.map(({ code }) => code)).toEqual([0, 0]);
	expect([await first.closed, await second.closed]).toEqual([4001, 4001]);
	await disconnectAll();
	await here.close();
	await there.close();
	await shared.remove();
	// four commands and two sites take half a minute if every process starts in seconds
}, 120_000);
