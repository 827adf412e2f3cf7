/**
 * Shell: a site with its pages, and a runner that ends every run with a report of the test: failures and verdicts that no
 * program causes reliably. The runner's own code judges claims and writes the summary.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defined } from '@cyclelab/contract/defined';
import { explain } from '@cyclelab/contract/measure/explain';
import type { FailureFacts } from '@cyclelab/contract/schema/failure';
import type { RunnerDescription } from '@cyclelab/contract/schema/gateway';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import type { Point } from '@cyclelab/contract/schema/measurement';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import { summarise } from '@cyclelab/contract/measure/summary';
import { measuredAt, variantReport } from '@cyclelab/site/fixtures/examples.ts';
import { judgeClaims } from '../../runner/src/measure/claims.ts';
import { startSite, type Environment } from '../faults/processes.ts';
import { describeRunner, eventsWith, reportOf } from '../integration/server/examples.ts';
import { connectRunner, type TestRunner } from '../integration/server/runner.ts';

const token = 'a-token-for-tests-only';

/** The result of a variant: its failure, a failure at each measured point, or cycles per iteration. */
export type VariantEnding =
	| { failure: FailureFacts }
	| { atPoints: FailureFacts }
	| { cycles: number };

/** Returns the report of a job, the event that ends it without one, or all events of a run that goes on. */
type Answer = (job: Job) => Report | RunEvent | RunEvent[];

export type MadeSite = {
	url: string;
	/** The file that uses a shared site replaces it. */
	answer: Answer;
	/** The runner that is connected. */
	runner: TestRunner;
	stop: () => Promise<void>;
};

export async function startMadeSite(
	answer: Answer = (job) => reportWith(job, {}),
	settings: Environment = {},
	/** Changes the runner's description. */
	as?: (description: RunnerDescription) => RunnerDescription
): Promise<MadeSite> {
	const folder = await mkdtemp(join(tmpdir(), 'cyclelab-made-'));
	const site = await startSite('site', {
		DATA_DIR: folder,
		RUNNER_TOKEN: token,
		RUNS_PER_MINUTE: '1000',
		SNAPSHOTS_PER_MINUTE: '1000',
		REQUESTS_PER_MINUTE: '1000000',
		...settings
	});
	const runner = await connectRunner(site.url, token, {
		...defined({ as }),
		work: (job, one) => {
			const answered = made.answer(job);
			const events = Array.isArray(answered)
				? answered
				: 'type' in answered
					? [answered]
					: eventsWith(answered);
			one.finish(job, events);
		}
	});
	const made: MadeSite = {
		// the site accepts changes only from pages of this origin
		url: site.url.replace('127.0.0.1', 'localhost'),
		answer,
		runner,
		stop: async () => {
			await runner.disconnect();
			await site.end('SIGTERM');
			await rm(folder, { recursive: true, force: true });
		}
	};
	return made;
}

/** The report of a job with these results of variants; all other variants take one cycle. */
export function reportWith(
	job: Job,
	endings: Readonly<Record<string, VariantEnding>>,
	more: Partial<Report> = {}
): Report {
	const variants = job.variants.map(({ id, edited, source }) =>
		variantReport(id, { edited, source, ...endOf(job, id, endings[id] ?? { cycles: 1 }) })
	);
	const report: Report = {
		...reportOf(job, describeRunner('alpha', 4)),
		variants,
		finishedAt: '2026-01-01T00:00:05.000Z',
		...more
	};
	if (!job.stages.includes('measure')) return report;
	const judged = { ...report, claims: judgeClaims(job.facts, report) };
	const summary = summarise(job.facts, judged);
	return summary === undefined ? judged : { ...judged, summary };
}

function endOf(job: Job, variant: string, ending: VariantEnding): Partial<VariantReport> {
	if ('failure' in ending) {
		const { failure } = ending;
		const compiled = failure.kind === 'compile-error' ? failure : undefined;
		return {
			failure: explain({ ...failure, variant }),
			...(compiled ? { diagnostics: compiled.diagnostics, compilerText: compiled.text } : {})
		};
	}
	const { sweep } = job.facts;
	const places = sweep ? job.values.map((value) => ({ [sweep.name]: value })) : [{}];
	const found =
		'cycles' in ending
			? { measured: measuredAt(ending.cycles) }
			: { failure: explain({ ...ending.atPoints, variant }) };
	const points = places.map((parameters): Point => ({ parameters, documented: [], ...found }));
	return { instructionsPerIteration: 4, points };
}
