/**
 * Reports as JSON text in the pages that show them. SvelteKit writes an id for each (`report-text.ts`); the page's hook adds
 * the text.
 */
import { dev } from '$app/env';
import type { RequestEvent } from '@sveltejs/kit';
import { randomUUID } from 'node:crypto';
import type { Report } from '@cyclelab/contract/schema/report';
import { sendAs } from '../run/report-text.ts';
import { openRenderTurns } from './render-queue.ts';

export type SentReport = { id: string; text: string };

const turnToRender = openRenderTurns();

/**
 * The report, which the page then has as text. Resolves when it is the page's turn to be rendered. Under `npm run dev` the
 * report stays as it is.
 */
export async function asText(
	report: Report,
	{ isDataRequest, locals }: Pick<RequestEvent, 'isDataRequest' | 'locals'>
): Promise<Report> {
	if (dev) return report;
	await turnToRender();
	const reports = (locals.reports ??= []);
	// Nobody can write a text into the data that equals the random id. The ids of a page's elements do not change its validator.
	const id = `report-${isDataRequest ? randomUUID() : reports.length + 1}`;
	reports.push({ id, text: JSON.stringify(report) });
	sendAs(report, id);
	return report;
}

/**
 * Elements that no browser executes, for a page. JSON has `<` within strings only; escaped, it cannot end the element or begin
 * a comment.
 */
export const reportElements = (reports: readonly SentReport[]): string =>
	reports
		.map(
			({ id, text }) =>
				`<script type="application/json" id="${id}">${text.replaceAll('<', '\\u003c')}</script>`
		)
		.join('');

/** The data of a page that a browser loads by script, with the texts in place of the ids. */
export const withReports = (data: string, reports: readonly SentReport[]): string =>
	reports.reduce(
		(all, { id, text }) => all.replace(JSON.stringify(id), () => JSON.stringify(text)),
		data
	);
