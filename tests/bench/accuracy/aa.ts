/** Measures identical code against itself, and counts how often it is reported faster or slower. */
import { randomUUID } from 'node:crypto';
import type { Claim, Place } from '@cyclelab/exercises/schema';
import { versionsOf } from '@cyclelab/site/shared/versions.ts';
import type { Report } from '@cyclelab/contract/schema/report';
import type { ClaimResult } from '@cyclelab/contract/schema/verdicts';
import { openBench } from '../../integration/job/job-bench.ts';
import { fixed, summarise } from '../numbers.ts';
import type { Context, SectionResult, Section, Table } from '../section.ts';
import { alarmNote, alarmTable, decisionOf, type AlarmDecision } from './alarms.ts';
import { keepBusy } from './busy.ts';
import { kernelNamed } from './catalogue.ts';
import { jobOf } from './job-of.ts';

export const aa: Section = {
	name: 'aa',
	about:
		'pairs of identical code as two variants of one exercise, judged as the page judges; half of them beside a busy core (PAIRS=15 of each of 20 kernels; 150 are enough for a rate of 1 in 1,000)',
	run
};

/** Kernels of every kind: chains, throughput, caches, forwarding, atomics, divisions, mispredictions, several modes. */
const kinds = [
	'add',
	'imul',
	'xorshift',
	'imul-throughput',
	'fp-add',
	'dot',
	'fused-throughput',
	'vector-add-throughput',
	'chase',
	'chase-second',
	'far-loads',
	'load-throughput',
	'increment',
	'forward-fails',
	'locked-add',
	'strings',
	'divide',
	'branch-random',
	'branch-pattern',
	'call'
];

/** Longer than any pair takes; the busy process then ends by itself if the bench is killed. */
const longestPairMs = 60_000;

/** The smallest difference that exercises claim. */
const smallestEffect = 0.02;
const [first, second] = ['first', 'second'].map((variant) => ({ variant, parameters: {} })) as [
	Place,
	Place
];
const claim = {
	measure: 'time',
	of: second,
	to: first,
	seenOn: [],
	absentOn: [],
	smallestEffect
};
const claims: Claim[] = [
	{ ...claim, id: 'slower', statement: 'The second is slower.', atLeast: 1 + smallestEffect },
	{ ...claim, id: 'faster', statement: 'The second is faster.', atMost: 1 / (1 + smallestEffect) }
];

type Verdict = 'slower' | 'faster' | 'no difference' | 'too noisy';
/** `ratio`: second / first, by the medians. */
type AaPair = {
	kind: string;
	busy: boolean;
	verdict: Verdict;
	ratio?: number;
	/** Of `cyclelab compare`. */
	compared: AlarmDecision;
};

async function run(context: Context): Promise<SectionResult> {
	const pairsEach = context.quick ? 2 : Number(process.env['PAIRS'] ?? 15);
	const bench = await openBench(`accuracy-${randomUUID()}`);
	context.onEnd(bench.close);
	const { tools } = bench.cores;
	const pairs: AaPair[] = [];
	for (const kind of kinds) {
		const { source, label } = kernelNamed(kind);
		context.print(`Comparing ${label} with itself.`);
		const variants = ['first', 'second'].map((name) => ({ name, label: name, source }));
		// Alternating, so that both halves are measured under the same conditions.
		for (let n = 1; n <= pairsEach; n++) {
			context.at(pairs.length + 1, kinds.length * pairsEach, 'pair');
			const busy = pairs.length % 2 === 1;
			const job = jobOf(`${kind} ${n}`, variants, { claims });
			const stop = busy ? await keepBusy(tools, longestPairMs) : undefined;
			try {
				const { report } = await bench.run(job);
				pairs.push({ kind, busy, ...judge(report.claims), compared: compared(report) });
			} finally {
				await stop?.();
			}
		}
	}
	await bench.close();
	const measured = pairs.map((pair) => pair.compared);
	return {
		tables: [table(pairs), alarmTable(measured)],
		notes: [...notes(pairs), alarmNote(measured)],
		data: pairs
	};
}

function judge(results: readonly ClaimResult[]): Pick<AaPair, 'verdict' | 'ratio'> {
	const ratio = results[0]?.observed?.median;
	const held = results.find(({ verdict }) => verdict === 'reproduced');
	const unsure = results.some(({ verdict }) => ['too-noisy', 'not-measured'].includes(verdict));
	const verdict = held ? (held.id as Verdict) : unsure ? 'too noisy' : 'no difference';
	return { verdict, ...(ratio === undefined ? {} : { ratio }) };
}

/** As the site and the client judge two versions. */
const compared = (report: Report): AlarmDecision =>
	decisionOf(versionsOf(report, second.variant, first.variant)?.time?.judged);

const isFalse = ({ verdict }: AaPair) => verdict === 'slower' || verdict === 'faster';
const apart = ({ ratio }: AaPair) => (ratio === undefined ? [] : [Math.abs(Math.log(ratio))]);

function table(pairs: readonly AaPair[]): Table {
	const row = (label: string, some: readonly AaPair[]) => {
		const count = (verdict: Verdict) => `${some.filter((pair) => pair.verdict === verdict).length}`;
		const differences = some.flatMap(apart);
		const parts =
			differences.length === 0
				? ['', '']
				: [summarise(differences).p50, summarise(differences).p95].map((difference) =>
						fixed(100 * Math.expm1(difference), 2)
					);
		return [
			label,
			`${some.length}`,
			count('slower'),
			count('faster'),
			count('no difference'),
			count('too noisy'),
			...parts
		];
	};
	return {
		headings: [
			'identical code',
			'pairs',
			'slower',
			'faster',
			'no difference',
			'too noisy',
			'apart p50 %',
			'p95 %'
		],
		rows: [
			row('all', pairs),
			row(
				'alone',
				pairs.filter(({ busy }) => !busy)
			),
			row(
				'beside a busy core',
				pairs.filter(({ busy }) => busy)
			),
			...kinds.map((kind) =>
				row(
					kernelNamed(kind).label,
					pairs.filter((pair) => pair.kind === kind)
				)
			)
		]
	};
}

function notes(pairs: readonly AaPair[]): string[] {
	const wrong = pairs.filter(isFalse);
	return [
		`${wrong.length} of ${pairs.length} pairs were called faster or slower; target: at most 1 %, 3 of 300.`,
		...wrong.map(
			({ kind, busy, verdict, ratio }) =>
				`  ${kind}${busy ? ', busy' : ''}: ${verdict}, ratio ${ratio === undefined ? '?' : fixed(ratio, 4)}`
		)
	];
}
