/** What a language model's client gets from `/mcp`, by the protocol's own messages. */
import { expect, test } from 'vitest';
import { siteForAll } from './hooks.ts';
import { connectRunner } from './runner.ts';
import { post, read, token } from './site.ts';

const site = siteForAll(undefined, { RUNS_PER_MINUTE: '4' });

async function ask(method: string, params: object = {}) {
	const response = await post(site, '/mcp', { jsonrpc: '2.0', id: 7, method, params });
	expect(response.status).toBe(200);
	const answer = await response.json();
	expect(answer).toEqual({ jsonrpc: '2.0', id: 7, result: expect.anything() });
	return answer.result;
}
/** What a tool says, and whether that is an error. */
async function call(name: string, given: object = {}): Promise<[string, boolean]> {
	const { content, isError = false } = await ask('tools/call', { name, arguments: given });
	expect(content).toEqual([{ type: 'text', text: expect.any(String) }]);
	return [content[0].text, isError];
}

test('a client introduces itself, lists the tools and reads an exercise', async () => {
	expect(await ask('initialize', { protocolVersion: '2025-06-18' })).toMatchObject({
		protocolVersion: '2025-06-18',
		serverInfo: { name: 'cyclelab', version: '0.0.0' }
	});
	const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
	const noted = await post(site, '/mcp', notification);
	expect([noted.status, await noted.text()]).toEqual([202, '']);
	const { tools } = await ask('tools/list');
	expect(tools.map(({ name }: { name: string }) => name)).toEqual([
		'list_exercises',
		'get_exercise',
		'run_kernel',
		'read_run'
	]);
	expect(await call('list_exercises')).toEqual([
		'two-stores: Two stores. A small exercise for tests.',
		false
	]);
	const [text] = await call('get_exercise', { exercise: 'two-stores' });
	expect(text).toMatch(/^Two stores \(two-stores\)\n[^]*--- variant narrow\n/);
});

test('a kernel runs, and its result can be read again; runs are limited as those of the API', async () => {
	const runner = await connectRunner(site.url, token);
	const [text, isError] = await call('run_kernel', { exercise: 'two-stores', measure: true });
	expect(isError).toBe(false);
	const id = runner.jobs[0]?.run ?? '';
	expect(text).toContain(`Page for people: ${site.url}/exercises/two-stores?run=${id}`);
	expect(text).toMatch(/^Done\.\n/);
	expect(await call('read_run', { id })).toEqual([text, false]);
	const refused = await call('run_kernel', { exercise: 'two-stores', language: 'cobol' });
	expect([refused[1], refused[0]]).toEqual([true, expect.stringMatching(/^language: /)]);
	for (let runs = 0; runs < 3; runs++)
		await call('run_kernel', { exercise: 'two-stores', measure: true });
	expect(await call('run_kernel', { exercise: 'two-stores' })).toEqual([
		expect.stringMatching(/^One address may start runs 4 times a minute\. Try again in \d+ s\.$/),
		true
	]);
	const direct = await post(site, '/api/runs', { exercise: 'two-stores' });
	expect(direct.status).toBe(429);
});

test('a client that leaves stops the run that it waits for', async () => {
	await site.restart();
	const leave = new AbortController();
	const { id } = await new Promise<{ id: string }>((resolve) => {
		const body = { name: 'run_kernel', arguments: { exercise: 'two-stores', measure: true } };
		void connectRunner(site.url, token, { work: ({ run }) => resolve({ id: run }) }).then(() =>
			fetch(`${site.url}/mcp`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: body }),
				signal: leave.signal
			}).catch(() => {})
		);
	});
	leave.abort();
	await expect
		.poll(async () => (await read(site, `/api/runs/${id}`)).body.state, { timeout: 5000 })
		.toBe('cancelled');
});

test.each([
	['a batch', [], {}],
	['another protocol', { jsonrpc: '1.0', id: 1, method: 'ping' }, {}],
	[
		'an unknown revision',
		{ jsonrpc: '2.0', id: 1, method: 'ping' },
		{ 'mcp-protocol-version': '2031-01-01' }
	]
])('%s is refused', async (_what, body, headers) => {
	const response = await post(site, '/mcp', body, headers);
	expect([response.status, (await response.json()).error.code]).toEqual([400, -32600]);
});

test('pages of other sites cannot ask, and there is no stream to open', async () => {
	const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
	const foreign = await post(site, '/mcp', message, { origin: 'https://other.example' });
	expect(foreign.status).toBe(403);
	const opened = await fetch(`${site.url}/mcp`);
	expect([opened.status, opened.headers.get('allow')]).toEqual([405, 'POST']);
});
