import type { Report } from '@cyclelab/contract/schema/report';
import { uneval } from 'devalue';
import { afterEach, expect, test, vi } from 'vitest';
import { reportOf, variantReport } from '../../../fixtures/examples.ts';
import { reportTransport } from '../run/report-text.ts';
import { asText, reportElements, withReports } from './report-elements.ts';

// Another file of this worker may have loaded the modules without the mock.
vi.hoisted(() => vi.resetModules());
vi.mock('$app/env', () => ({ dev: false }));
afterEach(() => vi.unstubAllGlobals());

const hostile = `</script><!-- \u2028 "report-1" $& \\u003c`;
const report = () => reportOf([variantReport('a', { source: hostile })]);

async function sent(isDataRequest: boolean) {
	const locals: App.Locals = {};
	const one = await asText(report(), { isDataRequest, locals });
	return { one, reports: locals.reports ?? [], code: reportTransport.encode(one) };
}

test('a page names the element of its report, whose text cannot end the element and is the report', async () => {
	const { reports, code } = await sent(false);
	expect(code).toBe('report-1');
	const [, text = ''] =
		/^<script type="application\/json" id="report-1">([^<]*)<\/script>$/.exec(
			reportElements(reports)
		) ?? [];
	vi.stubGlobal('document', {
		getElementById: (id: string) => (id === 'report-1' ? { textContent: text } : null)
	});
	expect(reportTransport.decode('report-1')).toEqual(report());
	expect(() => reportTransport.decode('report-2')).toThrow('The page lacks its report.');
});

test('the data of a page have the text of its report, and a text that looks like an id stays', async () => {
	const { reports, code } = await sent(true);
	const data = JSON.stringify(['report-1', code]);
	const [untouched, text] = JSON.parse(withReports(data, reports));
	expect([untouched, reportTransport.decode(text)]).toEqual(['report-1', report()]);
});

test('SvelteKit does not walk through a report that is sent as text', async () => {
	const { one } = await sent(false);
	const { encode } = reportTransport;
	const written = uneval({ report: one }, (value) => {
		const id = encode(value as Report);
		return id ? JSON.stringify(id) : undefined;
	});
	expect(written).toBe('{report:"report-1"}');
	const others: unknown[] = [report(), 'report-1', null];
	expect(others.map((other) => encode(other as Report))).toEqual([false, false, false]);
});
