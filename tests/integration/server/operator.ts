/** The operator's commands, a site whose page /operate returns its data as JSON, and the events of a run that fills the operator's figures. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { RequestHandler } from 'express';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import type { Figures } from '@cyclelab/site/shared/figures.ts';
import type { Site } from '@cyclelab/site/server/site.ts';
import { measuredAt, variantReport } from '@cyclelab/site/fixtures/examples.ts';
import { endingEvents } from '../../../runner/src/job/conclude.ts';
import { describeRunner, reportOf } from './examples.ts';
import { startSite, type Store } from './site.ts';

/** Runs a command of the operator, a file of `site/server`, beside the site on a store; returns its result. */
export const commandOf =
	(file: string) =>
	(store: Pick<Store, 'settings'>, ...words: string[]) =>
		promisify(execFile)(
			process.execPath,
			[fileURLToPath(new URL(`../../../site/server/${file}`, import.meta.url)), ...words],
			{ env: { ...process.env, ...store.settings } }
		).then(
			({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
			({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
				code,
				stdout,
				stderr
			})
		);

/** Replaces the pages of SvelteKit: returns the data of the page as JSON. */
const pages: RequestHandler = (request, response, next) => {
	if (!('cyclelab' in request && 'operator' in request)) return next();
	const { cyclelab, operator } = request as unknown as {
		cyclelab: { figures: () => Promise<Figures> };
		operator: boolean;
	};
	cyclelab.figures().then((figures) => response.json({ operator, figures }), next);
};

export const openSiteWithOperator = (
	store: Store,
	settings: Record<string, string> = {}
): Promise<Site> => startSite(store, settings, { pages });

const alpha = describeRunner('alpha', 4);
const measured = measuredAt(3, { samples: 90, rejected: 10 });

/** Events of a measured run, one of whose variants did not compile. */
export function measuredEvents(job: Job): RunEvent[] {
	const report = reportOf(job, alpha);
	const point = { parameters: { bytes: 64 }, documented: [], measured };
	const variants = [
		variantReport('wide', { points: [point] }),
		variantReport('narrow', {
			failure: {
				kind: 'compile-error' as const,
				stage: 'compile' as const,
				variant: 'narrow',
				text: 'a secret',
				diagnostics: [],
				title: 'It does not compile.',
				hint: 'Look at line 1.'
			}
		})
	];
	return [
		{ type: 'started', report },
		...variants.map((variant): RunEvent => ({
			type: 'inspected',
			variant: { ...variant, points: [] }
		})),
		{ type: 'predicted', variant: 'wide', predictions: [], refusals: [] },
		{ type: 'stage', stage: 'measure' },
		{ type: 'point', variant: 'wide', point },
		...endingEvents({ ...report, variants }, { ...report, variants, finishedAt: report.startedAt })
	];
}
