/** Where the milliseconds of inspections went, as tables and bars. Pure. */
import { languageNames } from '@cyclelab/exercises/names';
import { nanoseconds } from '@cyclelab/runner/sentence-numbers';
import { inspectionParts } from '../../../shared/latency.ts';
import type { Latency, LatencyPart, LatencyRow } from '../../../shared/latency.ts';
import { percent } from '../ui/format.ts';
import { latencyWords as words } from './latency-words.ts';

export interface LatencyLine {
	part: LatencyPart;
	p50: string;
	p95: string;
	/** Of all milliseconds, where it is one of the parts. */
	share: string | undefined;
	/** The stretch of the bar, from 0 to 1. */
	from: number;
	width: number;
	runs: number;
}

export interface LatencyTable {
	/** The language; `all` of them together; `none`, of requests that name none. */
	id: string;
	name: string;
	runs: number;
	lines: LatencyLine[];
}

/** A table for all languages and one for each, the most inspected first. */
export function latencyTables({ rows }: Latency): LatencyTable[] {
	const byLanguage = Map.groupBy(rows, ({ all, language }) => (all ? 'all' : (language ?? 'none')));
	return [...byLanguage]
		.map(([id, found]) => ({
			id,
			name: nameOf(id),
			runs: Math.max(...found.map((row) => row.of)),
			lines: linesOf(found)
		}))
		.sort((a, b) => Number(b.id === 'all') - Number(a.id === 'all') || b.runs - a.runs);
}

function linesOf(rows: readonly LatencyRow[]): LatencyLine[] {
	const find = (part: LatencyPart) => rows.find((row) => row.part === part);
	const known = inspectionParts.flatMap((part) => find(part) ?? []);
	const total = known.reduce((sum, row) => sum + row.sum, 0);
	let from = 0;
	const lines = known.map((row) => {
		const width = total === 0 ? 0 : row.sum / total;
		const line = { ...textsOf(row), share: percent(width), from, width };
		from += width;
		return line;
	});
	const whole = find('whole');
	return whole ? [...lines, { ...textsOf(whole), share: undefined, from: 0, width: 0 }] : lines;
}

const textsOf = ({ part, p50, p95, of }: LatencyRow) => ({
	part,
	p50: nanoseconds(p50 * 1e6),
	p95: nanoseconds(p95 * 1e6),
	runs: of
});

const names: Record<string, string | undefined> = {
	...languageNames,
	all: words.all,
	none: words.noLanguage
};
const nameOf = (id: string) => names[id] ?? id;
