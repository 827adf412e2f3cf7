/** What learners tried to do, and how it went, by kind. Pure. */
import { ascending, quantile } from '../../../runner/src/measure/statistics.ts';
import type { Table } from '../section.ts';
import { fixed } from '../numbers.ts';

export type Outcome = 'done' | 'refused' | 'failed' | 'hung';

export type Attempt = {
	kind: string;
	/** Since the load began, and until it was over, ms. */
	atMs: number;
	ms: number;
	/** Of a run, until the first word about it (a place in the line, or that it began), ms. */
	firstMs?: number;
	outcome: Outcome;
	why?: string;
};

const outcomes = ['done', 'refused', 'failed', 'hung'] as const;

/** A row a kind: how many ended how, and percentiles of the time of those that were done. */
export function tableOf(kinds: readonly string[], attempts: readonly Attempt[]): Table {
	const rows = kinds.flatMap((kind) => {
		const own = attempts.filter((one) => one.kind === kind);
		const done = own.filter(({ outcome }) => outcome === 'done');
		const counts = outcomes.map((outcome) =>
			String(own.filter((one) => one.outcome === outcome).length)
		);
		const firsts = done.flatMap(({ firstMs }) => firstMs ?? []);
		return [
			[kind, ...counts, ...percentiles(done.map(({ ms }) => ms))],
			...(firsts.length > 0
				? [[`${kind}: first word`, '', '', '', '', ...percentiles(firsts)]]
				: [])
		];
	});
	return { headings: ['what', ...outcomes, 'p50 ms', 'p95', 'p99', 'most'], rows };
}

function percentiles(values: readonly number[]): string[] {
	const sorted = ascending(values);
	return [0.5, 0.95, 0.99, 1].map((p) =>
		sorted.length === 0 ? '' : fixed(quantile(sorted, p), 0)
	);
}

/** Each different reason once, with how often it was given. */
export function reasonsOf(attempts: readonly Attempt[]): string[] {
	const counts = new Map<string, number>();
	for (const { kind, outcome, why } of attempts) {
		if (why === undefined) continue;
		const said = `${kind}, ${outcome}: ${why.replaceAll(/[0-9a-z]{20,}|\d+/gi, '…')}`;
		counts.set(said, (counts.get(said) ?? 0) + 1);
	}
	return [...counts].sort(([, a], [, b]) => b - a).map(([said, count]) => `${count} times ${said}`);
}
