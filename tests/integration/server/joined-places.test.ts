/** Who joins another's waiting run waits no longer than with a run of their own. */
import { expect, test } from 'vitest';
import { siteForAll } from './hooks.ts';
import { connectRunner } from './runner.ts';
import * as tests from './site.ts';
import { post, read, token } from './site.ts';

const site = siteForAll(tests.embeddedStore, { TRUST_PROXY: '1' });

/** Requests an inspection of this source from this address. */
async function inspect(address: string, source: string): Promise<string> {
	const request = { exercise: 'two-stores', stages: ['inspect'], sources: { narrow: source } };
	const response = await post(site, '/api/runs', request, { 'x-forwarded-for': address });
	expect(response.status).toBe(202);
	return (await response.json()).id;
}
const placeOf = async (id: string) => (await read(site, `/api/runs/${id}`)).body.position;

test('a run that a second address joins moves up to where a run of that address would be', async () => {
	const runner = await connectRunner(site.url, token, { slots: 1, work: () => {} });
	await inspect('10.1.0.1', 'int running;\n');
	await expect.poll(() => runner.jobs.length).toBe(1);
	const many: string[] = [];
	for (let number = 0; number < 5; number++)
		many.push(await inspect('10.1.0.2', `int of_many_${number};\n`));
	const last = many.at(-1) ?? '';
	const other = await inspect('10.1.0.3', 'int of_another;\n');
	expect([await placeOf(last), await placeOf(other)]).toEqual([6, 2]);

	expect(await inspect('10.1.0.4', 'int of_many_4;\n')).toBe(last);
	// its request is older than the other's, and both are in the first round now
	expect([await placeOf(last), await placeOf(other)]).toEqual([2, 3]);
	expect(await Promise.all(many.map(placeOf))).toEqual([1, 4, 5, 6, 2]);

	// the join counts: the next run of the address that joined is in the second round
	const second = await inspect('10.1.0.4', 'int second_of_joiner;\n');
	expect(await placeOf(second)).toBe(5);
	// who joins the own run gains nothing
	expect(await inspect('10.1.0.2', 'int of_many_3;\n')).toBe(many[3]);
	expect(await placeOf(many[3] ?? '')).toBe(7);
});
