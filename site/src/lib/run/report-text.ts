/**
 * A report goes from the site to the browser as JSON text. SvelteKit would write it as a JavaScript literal, value by value,
 * which takes the site's only thread some 30 ms for 0.6 MB.
 */
import type { Transporter } from '@sveltejs/kit/hooks';
import type { Report } from '@cyclelab/contract/schema/report';

/** Ids that stand for reports in a page's data. On the server only. */
const sent = new WeakMap<object, string>();

export function sendAs(report: Report, id: string): void {
	sent.set(report, id);
}

export const reportTransport: Transporter<Report, string> = {
	encode: (value) => (typeof value === 'object' && value !== null && sent.get(value)) || false,
	/** @param sent the report's JSON, or the id of the page's element that has it */
	decode: (sent) => {
		const text = sent.startsWith('{') ? sent : document.getElementById(sent)?.textContent;
		if (!text) throw new Error('The page lacks its report. Reload it.');
		return JSON.parse(text);
	}
};
