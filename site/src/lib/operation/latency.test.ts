import { expect, test } from 'vitest';
import type { LatencyPart, LatencyRow } from '../../../shared/latency.ts';
import { latencyTables } from './latency.ts';

const row = (id: string | null, part: LatencyPart, ms: number, of = 10): LatencyRow => ({
	all: id === 'all',
	language: id === 'all' ? null : id,
	part,
	of,
	p50: ms,
	p95: 3 * ms,
	sum: ms * of
});

test('all languages come first, then the most inspected, each with its stages in their order', () => {
	const tables = latencyTables({
		at: '2026-11-22T12:00:00Z',
		rows: [
			row('go', 'assemble', 400),
			row('c', 'predict', 20, 30),
			row('c', 'queue', 5, 30),
			row('c', 'whole', 100, 30),
			row('c', 'assemble', 75, 30),
			row(null, 'assemble', 90, 1),
			row('all', 'assemble', 200, 41)
		]
	});
	expect(tables.map(({ name, runs }) => [name, runs])).toEqual([
		['All languages', 41],
		['C', 30],
		['Go', 10],
		['No language named', 1]
	]);
	expect(tables[1]?.lines.map(({ part, p50, p95, share }) => [part, p50, p95, share])).toEqual([
		['queue', '5.00 ms', '15.0 ms', '5 %'],
		['assemble', '75.0 ms', '225 ms', '75 %'],
		['predict', '20.0 ms', '60.0 ms', '20 %'],
		['whole', '100 ms', '300 ms', undefined]
	]);
	expect(tables[1]?.lines.map(({ from }) => from)).toEqual([0, 0.05, 0.8, 0]);
});

test('what nobody knows is in no table', () => {
	expect(latencyTables({ at: '2026-11-22T12:00:00Z', rows: [] })).toEqual([]);
});
