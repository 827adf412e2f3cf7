/** The metrics at /metrics, and the access to them and to the operator's pages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from './hooks.ts';
import { measuredEvents, openSiteWithOperator } from './operator.ts';
import { connectRunner, disconnectAll } from './runner.ts';
import { embeddedStore, run, type Store, token, watchAll } from './site.ts';

describe('/metrics', () => {
	let data: Store;
	beforeAll(async () => {
		data = await embeddedStore();
	}, 30_000);
	afterAll(async () => {
		await disconnectAll();
		await data.remove();
	});

	test('have the time in the queue apart from the stages, and no text of a learner', async () => {
		const site = await openSiteWithOperator(data);
		await connectRunner(site.url, token, {
			work: (job, runner) => runner.finish(job, measuredEvents(job))
		});
		const { body } = await run(site, { sources: { narrow: 'int a_secret;\n' } });
		await watchAll(site, body.id);
		await eventually(async () => {
			const text = await (await fetch(`${site.url}/metrics`)).text();
			for (const line of [
				'cyclelab_queue_seconds_count{class="x86-64"} 1',
				'cyclelab_pick_up_seconds_count{class="x86-64"} 1',
				'cyclelab_stage_seconds_count{class="x86-64",stage="inspect"} 1',
				'cyclelab_stage_seconds_count{class="x86-64",stage="measure"} 1',
				'cyclelab_failures_total{kind="compile-error"} 1',
				'cyclelab_samples_total{fate="accepted"} 90',
				'cyclelab_samples_total{fate="rejected"} 10',
				'cyclelab_events_behind 0',
				'cyclelab_runs_running 0',
				'cyclelab_runs_total{state="finished"} 1',
				'cyclelab_runners{state="ready"} 1',
				'cyclelab_http_seconds_count{method="POST",route="/runs",status="202"} 1'
			])
				expect(text.split('\n')).toContain(line);
			expect(text).not.toMatch(/secret/);
			expect(text).not.toContain(body.id);
		});
		await disconnectAll();
		await site.close();
	});

	test('are refused without the operator’s token, with a header that names the scheme', async () => {
		const secret = 'a-token-of-operators';
		const site = await openSiteWithOperator(data, { METRICS_TOKEN: secret });
		const ask = async (where: string, authorization?: string) => {
			const headers = authorization === undefined ? {} : { authorization };
			const { status, headers: received } = await fetch(site.url + where, { headers });
			return [status, received.get('www-authenticate')?.split(' ')[0]];
		};
		for (const where of ['/metrics', '/operate']) {
			expect(await ask(where)).toEqual([401, 'Basic']);
			expect(await ask(where, `Bearer ${secret}!`)).toEqual([401, 'Basic']);
			expect(await ask(where, `Bearer ${secret}`)).toEqual([200, undefined]);
			expect(await ask(where, `Basic ${btoa(`me:${secret}`)}`)).toEqual([200, undefined]);
		}
		// paths that Express normalises need the token, too
		const sly = await (await fetch(`${site.url}/%6Fperate`)).json();
		expect(sly.operator).toBe(false);
		await site.close();
		const behindProxy = await openSiteWithOperator(data, { ORIGIN: 'https://the.site' });
		expect((await fetch(`${behindProxy.url}/metrics`)).status).toBe(403);
		await behindProxy.close();
	});
});
