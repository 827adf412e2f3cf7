/** A runner's findings about its host, from its first message to the list of runners. The runners are test functions. */
import { expect, test } from 'vitest';
import { describeRunner } from './examples.ts';
import { connectRunner } from './runner.ts';
import { newStore, read, token } from './site.ts';
import { eventually, siteForAll } from './hooks.ts';

const site = siteForAll(newStore);

const findingsOf = async (): Promise<Record<string, unknown>> =>
	Object.fromEntries(
		(await read(site, '/api/runners')).body.map(({ id, findings }: Record<string, unknown>) => [
			id,
			findings
		])
	);

test('findings are listed as the runner sent them, and a runner without that field is accepted', async () => {
	const swap = { id: 'swap', severity: 'unfit' as const, sentence: 'Swap is on.' };
	const checked = await connectRunner(site.url, token, { id: 'checked' });
	await connectRunner(site.url, token, { id: 'older' });
	const hello = (findings: (typeof swap)[]) =>
		checked.send({ type: 'hello', runner: { ...describeRunner('checked', 1), findings } });
	const become = (wanted: unknown) =>
		eventually(async () => expect(await findingsOf()).toEqual(wanted));
	hello([swap]);
	await become({ checked: [swap], older: undefined });
	hello([]);
	await become({ checked: [], older: undefined });
});
