/** What a kept run measured beside what the same code takes now. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { differs, floorOf, honestInterval, isSame, ratioOf } from '@cyclelab/runner/ratio';
import type { Interval } from '@cyclelab/runner/schema/measurement';
import type { Report, VariantReport } from '@cyclelab/runner/schema/report';
import type { Snapshot } from '../../../server/schema.ts';
import type { RunRequest } from '../api.ts';
import { exact, parameter } from '../format.ts';
import { rowsOf, type Row } from '../rows.ts';
import { compilers } from '../words/names.ts';
import { nowWords } from '../words/now.ts';

/**
 * The same run again, by whoever can do it here: the very sources, for an exercise may have been changed since.
 * @param measures whether a processor is connected that executes the code
 */
export function requestOf(
	{ request, report }: Pick<Snapshot, 'request' | 'report'>,
	measures: boolean
): RunRequest {
	const { exercise, language, compiler, target, flags, values } = request;
	return {
		exercise,
		...{ language: language ?? report.language, target, flags },
		...(compiler ? { compiler } : {}),
		...(values ? { values } : {}),
		variants: report.variants.map(({ id }) => id),
		sources: Object.fromEntries(report.variants.map(({ id, source }) => [id, source])),
		...(measures ? {} : { stages: ['inspect'] })
	};
}

export type Verdict = 'same' | 'faster' | 'slower' | 'unclear';

export interface Beside {
	key: string;
	label: string;
	/** Cycles per iteration. */
	then: Interval | undefined;
	now: Interval | undefined;
	/** now / then. */
	ratio: Interval | undefined;
	verdict: Verdict | undefined;
	/** Instructions per iteration, where they are not the same. */
	counts: string | undefined;
}

/** A row for each place that was measured then or now. */
export function besideOf(facts: Facts, then: Report, now: Report): Beside[] {
	const floor = Math.max(floorOf(then.runner.noiseFloor), floorOf(now.runner.noiseFloor));
	const later = new Map(rowsOf(facts, now).map((row) => [row.key, row]));
	return rowsOf(facts, then).flatMap((row): Beside[] => {
		const other = later.get(row.key);
		const [a, b] = [row, other].map((one) => one?.point?.measured);
		const seen = [row.instructions, other?.instructions].some((one) => one !== undefined);
		if (!a && !b && !seen) return [];
		const ratio = a && b ? ratioOf(honestInterval(b), honestInterval(a)) : undefined;
		return [
			{
				key: row.key,
				label: labelOf(facts, row),
				then: a?.cyclesPerIteration,
				now: b?.cyclesPerIteration,
				ratio,
				verdict: ratio && verdictOf(ratio, floor),
				counts: countsOf(row.instructions, other?.instructions)
			}
		];
	});
}

function verdictOf(ratio: Interval, floor: number): Verdict {
	if (differs(ratio, floor)) return ratio.median > 1 ? 'slower' : 'faster';
	return isSame(ratio, floor) ? 'same' : 'unclear';
}

const labelOf = (facts: Facts, { label, at }: Row) =>
	at === undefined ? label : `${label}, ${parameter(at, facts.sweep?.unit ?? 'count')}`;

const countsOf = (then: number | undefined, now: number | undefined) =>
	then === undefined || now === undefined || then === now
		? undefined
		: nowWords.counts(exact(then), exact(now));

/** What is not as it was then: machine, compiler, model, machine code. */
export function changesOf(facts: Facts, then: Report, now: Report): string[] {
	const host = ({ runner }: Report) => `${runner.host.processor} (${runner.host.identity})`;
	const built = ({ toolchain: { compiler, version } }: Report) =>
		`${compilers[compiler]} (${version})`;
	const changed = (say: (was: string, is: string) => string, of: (report: Report) => string) =>
		of(then) === of(now) ? [] : [say(of(then), of(now))];
	const other = facts.variants.filter(({ id }) => {
		const [a, b] = [then, now].map((one) => one.variants.find((variant) => variant.id === id));
		return a && b && codeOf(a) !== codeOf(b);
	});
	return [
		...changed(nowWords.machine, host),
		...changed(nowWords.compiler, built),
		...changed(nowWords.mca, ({ toolchain }) => toolchain.llvmMca),
		other.length === 0
			? nowWords.sameCode
			: nowWords.otherCode(other.map(({ label }) => `“${label}”`).join(', '))
	];
}

/** Instructions without the addresses they happen to have. */
const codeOf = ({ functions }: VariantReport): string =>
	functions
		.flatMap(({ symbol, instructions }) => [symbol, ...instructions.map(({ text }) => text)])
		.map((line) => line.replace(/0x[0-9a-f]+/g, ''))
		.join('\n');
