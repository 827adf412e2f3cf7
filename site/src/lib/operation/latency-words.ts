/** The operator's page of where the milliseconds went. */
import { counted } from '../ui/format.ts';
import type { LatencyPart } from '../../../shared/latency.ts';

export const latencyWords = {
	heading: 'Where the milliseconds went',
	link: 'Where the milliseconds of inspections went',
	text: (most: string) =>
		`The last ${most} inspections that were nothing else, as while somebody types: from the request in the queue to the last prediction. Answers from memory take no time worth a row and are not among them.`,
	asOf: (at: string) => `As of ${at}, from the database: of all site processes, and over restarts.`,
	none: 'No inspection has ended yet of which the stages are known.',
	all: 'All languages',
	noLanguage: 'No language named',
	of: (runs: number) => counted(runs, 'inspection'),
	part: 'Stage',
	p50: 'Median',
	p95: '95 % stay below',
	share: 'Share of all milliseconds',
	runs: 'Inspections',
	bar: (name: string) => `Shares of all milliseconds, ${name}`,
	shares: 'Medians of stages do not add up to the median of the whole; shares do.',
	parts: {
		queue: 'In the queue',
		pickUp: 'Pick-up',
		assemble: 'To the assembly',
		count: 'Counting, on top',
		predict: 'Predicting, on top',
		whole: 'All of it'
	} satisfies Record<LatencyPart, string>,
	means: {
		queue: 'accepted, until a runner has a place',
		pickUp: 'from there to the runner’s first word',
		assemble: 'compiling, linking, disassembling',
		count: 'what it took beyond the assembly',
		predict: 'what it took beyond both',
		whole: 'from accepted to the last prediction'
	} satisfies Record<LatencyPart, string>
} as const;
