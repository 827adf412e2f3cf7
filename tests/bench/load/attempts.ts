/** Learners' attempts and their outcomes, by kind. Pure. */
import { ascending, quantile } from '../../../runner/src/measure/statistics.ts';
import type { Table } from '../section.ts';
import { fixed } from '../numbers.ts';

export type AttemptOutcome = 'done' | 'refused' | 'failed' | 'hung';

export type Attempt = {
	kind: string;
	/** Beginning, since the load began, and duration, ms. */
	atMs: number;
	ms: number;
	/** Of a run: time until its first event (a position in the queue, or its start), ms. */
	firstMs?: number;
	outcome: AttemptOutcome;
	why?: string;
};

const outcomes = ['done', 'refused', 'failed', 'hung'] as const;

/** A row for each kind: numbers by outcome, and percentiles of the time of successful attempts. */
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

/** Each different reason once, with its number. */
export function reasonsOf(attempts: readonly Attempt[]): string[] {
	const counts = new Map<string, number>();
	for (const { kind, outcome, why } of attempts) {
		if (why === undefined) continue;
		const reason = `${kind}, ${outcome}: ${why.replaceAll(/[0-9a-z]{20,}|\d+/gi, '…')}`;
		counts.set(reason, (counts.get(reason) ?? 0) + 1);
	}
	return [...counts]
		.sort(([, a], [, b]) => b - a)
		.map(([reason, count]) => `${count} times ${reason}`);
}
