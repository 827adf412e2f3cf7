/** Kernels with a published time: measured, predicted, and with the site's verdict. */
import { randomUUID } from 'node:crypto';
import { offeredModels } from '../../../runner/src/inspect/models.ts';
import type { Prediction } from '@cyclelab/contract/schema/prediction';
import { openBench } from '../../integration/job/job-bench.ts';
import { fixed, summarise } from '../numbers.ts';
import type { Context, SectionResult, Section, Table } from '../section.ts';
import { catalogue } from './catalogue.ts';
import { jobOf } from './job-of.ts';
import { score, toRun, within, type Run } from './judge.ts';
import { answerFor, type ExpectedCosts, type AccuracyKernel } from './catalogue.ts';

export const known: Section = {
	name: 'known',
	about:
		'core cycles per iteration of kernels whose time is published, each measured again and again',
	run
};

type KernelResult = {
	kernel: AccuracyKernel;
	answer?: ExpectedCosts;
	runs: Run[];
	predictions: readonly Prediction[];
	failure?: string;
};

async function run(context: Context): Promise<SectionResult> {
	const rounds = context.quick ? 2 : 10;
	const bench = await openBench(`accuracy-${randomUUID()}`);
	context.onEnd(bench.close);
	const { microarchitecture } = bench.host;
	const found = new Map(
		catalogue.map((kernel): [string, KernelResult] => {
			const answer = answerFor(kernel, microarchitecture);
			return [kernel.name, { kernel, ...(answer ? { answer } : {}), runs: [], predictions: [] }];
		})
	);
	const areas = [...new Set(catalogue.map(({ area }) => area))];
	for (const area of areas) {
		context.print(`Measuring ${area}.`);
		const kernels = catalogue.filter((kernel) => kernel.area === area);
		// Predicted first, so that no measurement shares the machine with sixteen processes of llvm-mca.
		await bench.run(jobOf(`${area} inspected`, kernels, { stages: ['inspect'], models: 'all' }));
		for (let round = 1; round <= rounds; round++) {
			context.at(round, rounds, `${area}, round`);
			const { report } = await bench.run(jobOf(`${area} ${round}`, kernels, { models: 'all' }));
			for (const { id, points, predictions, failure } of report.variants) {
				const one = found.get(id);
				if (!one) continue;
				one.predictions = predictions;
				if (failure) one.failure = failure.title;
				one.runs.push(
					points[0]
						? toRun(points[0])
						: { doubt: 'failed', sentence: failure?.title ?? 'not measured' }
				);
			}
		}
	}
	await bench.close();
	const all = [...found.values()];
	return {
		tables: [answers(all), predictions(all), verdicts(all)],
		notes: notes(all, bench.host.processor),
		data: all.map(({ kernel: { source: _, answers: __, ...kernel }, ...others }) => ({
			...kernel,
			...others
		}))
	};
}

const rangeOf = ({ cycles }: ExpectedCosts): string =>
	typeof cycles === 'number' ? fixed(cycles, 2) : cycles.map((end) => fixed(end, 2)).join('-');

function answers(all: readonly KernelResult[]): Table {
	return {
		headings: [
			'cycles',
			'published',
			'p50',
			'least',
			'most',
			`within ${within * 100} %`,
			'doubted',
			'wrong'
		],
		rows: all.map(({ kernel, answer, runs }) => {
			const measured = summarise(runs.flatMap(({ cycles }) => cycles ?? []));
			const figures = [measured.p50, measured.min, measured.max].map((value) => fixed(value, 3));
			const label = `${kernel.area}: ${kernel.label}`;
			if (!answer)
				return [
					label,
					'none known',
					...figures,
					'',
					`${runs.filter(({ doubt }) => doubt).length}`,
					''
				];
			const { right, doubted, wrong } = score(runs, answer);
			return [
				label,
				rangeOf(answer),
				...figures,
				`${right} of ${runs.length}`,
				`${doubted}`,
				`${wrong}`
			];
		})
	};
}

function predictions(all: readonly KernelResult[]): Table {
	return {
		headings: [
			'predicted',
			...offeredModels('x86-64').map(({ mcpu }) => mcpu),
			'host, may alias',
			'measured'
		],
		rows: all.map(({ kernel, predictions, runs }) => {
			const by = (wanted: (prediction: Prediction) => boolean) => {
				const prediction = predictions.find(wanted);
				return prediction ? fixed(prediction.cyclesPerIteration, 2) : '-';
			};
			return [
				kernel.label,
				...offeredModels('x86-64').map(({ mcpu }) =>
					by((prediction) => prediction.mcpu === mcpu && prediction.noalias)
				),
				by(({ host, noalias }) => host && !noalias),
				fixed(summarise(runs.flatMap(({ cycles }) => cycles ?? [])).p50, 2)
			];
		})
	};
}

/** How often each verdict was given, the most frequent first. */
function verdicts(all: readonly KernelResult[]): Table {
	return {
		headings: ['verdict of the site', 'given', 'not modelled'],
		rows: all.map(({ kernel, runs }) => {
			const counts = Map.groupBy(runs, ({ verdict = 'no number' }) => verdict);
			const given = [...counts].sort(([, a], [, b]) => b.length - a.length);
			return [
				kernel.label,
				given.map(([verdict, some]) => `${verdict} ${some.length}`).join(', '),
				kernel.unmodelled ?? ''
			];
		})
	};
}

function notes(all: readonly KernelResult[], processor: string): string[] {
	const judged = all.flatMap(({ answer, ...others }) => (answer ? [{ ...others, answer }] : []));
	const exact = judged.filter(({ answer }) => typeof answer.cycles === 'number');
	const always = (some: typeof judged) =>
		some.filter(({ runs, answer }) => score(runs, answer).right === runs.length).length;
	const wrong = judged.reduce((sum, { runs, answer }) => sum + score(runs, answer).wrong, 0);
	const accidents = all.filter(
		({ kernel, runs }) => kernel.unmodelled && runs.some(({ verdict }) => verdict === 'agree')
	);
	const failed = all.filter(({ failure }) => failure);
	return [
		`On ${processor}: ${judged.length} kernels with a published answer, ${exact.length} of them a single number; target: at least 25, within ${within * 100} % in every run.`,
		`Right in every run: ${always(exact)} of ${exact.length} with a single number, ${always(judged) - always(exact)} of ${judged.length - exact.length} with a range. Wrong without a doubt of the engine's own: ${wrong} of ${judged.reduce((sum, { runs }) => sum + runs.length, 0)} runs.`,
		accidents.length === 0
			? 'No "agree" stands for a kernel that the model does not model.'
			: `"agree" stands for what the model does not model: ${accidents.map(({ kernel }) => kernel.name).join(', ')}.`,
		...failed.map(({ kernel, failure }) => `${kernel.name} failed: ${failure}`),
		'Published by:',
		...judged.map(({ kernel, answer }) => `  ${kernel.label}: ${rangeOf(answer)}. ${answer.source}`)
	];
}
