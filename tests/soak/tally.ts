/** Counts a soak's accusations and other failures, and compares processor time with what processes report. Pure. */
import type { Language } from '@cyclelab/exercises/schema';
import type { Failure } from '@cyclelab/contract/schema/failure';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import type { Rows } from '../../runner/src/measure/rows.ts';
import type { Output } from '../../runner/src/sandbox/command.ts';
import { ascending, median, quantile } from '@cyclelab/contract/measure/statistics';
import { layOut } from '../bench/table.ts';

/** One process of the harness, seen from outside and by its own rows. Times are milliseconds. */
export type SeenProcess = {
	language: Language;
	/** Processor time in which it did not take samples, warm up or set up. Less than nothing where it waited. */
	outsideMs: number;
	elapsedMs: number;
	/** Longest time by which a sample is longer than usual though the program kept the core: a pause by the hypervisor. */
	pausedMs: number;
};

export function seenOf(
	{ hello, samples, end }: Rows,
	{ cpuMs }: Pick<Output, 'cpuMs'>
): SeenProcess {
	const elapsedMs = (end.ns - hello.ns) / 1e6;
	const ticksPerMs = (end.tsc - hello.tsc) / elapsedMs;
	const kept = samples.filter(({ nivcsw }) => nivcsw === 0);
	const ms = kept.map(({ t1, t2, lost = 0 }) => (t1 + t2) / ticksPerMs - lost / 1e6);
	return {
		language: hello.language,
		elapsedMs,
		outsideMs: cpuMs - elapsedMs,
		pausedMs: ms.length === 0 ? 0 : Math.max(0, Math.max(...ms) - median(ms))
	};
}

/** A failure of code as the exercise gives it. `where`: exercise, language, variant and parameters. */
export type Blamed = { where: string; failure: Failure };

type EndedReport = Pick<Report, 'exercise' | 'language'> & {
	variants: readonly Pick<VariantReport, 'id' | 'failure' | 'points'>[];
};

/** Every failure of a report: of its variants, and of their points. */
export function blamedIn({ exercise, language, variants }: EndedReport): Blamed[] {
	return variants.flatMap(({ id, failure, points }) => {
		const where = `${exercise}, ${language}, ${id}`;
		if (failure) return [{ where, failure }];
		return points.flatMap((point) =>
			point.failure
				? [{ where: `${where} ${JSON.stringify(point.parameters)}`, failure: point.failure }]
				: []
		);
	});
}

/** Refused by a check of ours, although it is given by an exercise: what a soak looks for. */
export const isAccused = ({ failure }: Blamed) =>
	failure.kind === 'implausible' || failure.kind === 'no-line' || failure.kind === 'empty-kernel';

/** A table of processes by language, with quantiles of the times beside their rows. */
export function inWords(seen: readonly SeenProcess[]): string {
	const languages = [...new Set(seen.map(({ language }) => language))].toSorted();
	const rows = languages.map((language) => {
		const own = seen.filter((one) => one.language === language);
		const of = (value: (one: SeenProcess) => number) => {
			const sorted = ascending(own.map(value));
			return [0.5, 0.99, 1].map((p) => quantile(sorted, p).toFixed(1)).join(' / ');
		};
		return [
			language,
			String(own.length),
			of(({ elapsedMs }) => elapsedMs),
			of(({ outsideMs }) => outsideMs),
			of(({ pausedMs }) => pausedMs)
		];
	});
	const heads = ['reported ms', 'processor ms outside its rows', 'pause ms'];
	const headings = ['language', 'processes', ...heads.map((one) => `${one} (p50 / p99 / max)`)];
	return layOut({ headings, rows });
}

/** How often each sentence of the observer occurs, numbers aside, the most frequent first. */
export function auditsInWords(audits: readonly string[]): string {
	const kinds = Map.groupBy(audits, (one) => one.replaceAll(/[\d.,]*\d/g, 'N'));
	const rows = [...kinds].map(([sentence, all]) => ({ sentence, count: all.length }));
	return rows
		.toSorted((a, b) => b.count - a.count)
		.map(({ sentence, count }) => `${count} times: ${sentence}`)
		.join('\n');
}
