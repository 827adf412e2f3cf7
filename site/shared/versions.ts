/** Two variants of one run as two versions of a kernel: instructions, time and machine code. Pure. */
import { defined } from '@cyclelab/contract/defined';
import { z } from 'zod';
import { Slug } from '@cyclelab/exercises/schema';
import {
	atLeastAsWide,
	floorOf,
	honestInterval,
	ratioOf,
	settled
} from '@cyclelab/contract/measure/ratio';
import { Interval } from '@cyclelab/contract/schema/measurement';
import { allInstructions } from '@cyclelab/contract/measure/instructions';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import { diff, folded } from './diff.ts';
import { instructionLines } from './instruction-lines.ts';
import type { Line } from './lines.ts';
import { pairVerdicts, verdictOf } from './pair-verdict.ts';

/** The query of `GET /api/runs/:id/versions`. */
export const VersionsQuery = z.object({ of: Slug, to: Slug });

/** Answer to `GET /api/runs/:id/versions?of=b&to=a`. */
export const Versions = z.object({
	of: Slug,
	to: Slug,
	/** Executed per iteration, counted exactly, libraries included. Absent if one was not counted. */
	instructions: z.object({ of: z.number(), to: z.number() }).optional(),
	/** Absent if one was not measured. */
	time: z
		.object({
			/** Cycles per iteration. */
			of: Interval,
			to: Interval,
			/** of / to, reaching at least the noise floor to both sides. */
			ratio: Interval,
			/** Part of 1 by which identical code differs on this runner. */
			floor: z.number(),
			verdict: z.enum(pairVerdicts),
			/** By which a limit is judged: 1 to 1 if the whole ratio lies within the floor, else the interval of the ratio. */
			judged: z.object({ low: z.number(), high: z.number() })
		})
		.optional(),
	/** All functions shown. Absent if one was not compiled. */
	machineCode: z
		.object({
			isSame: z.boolean(),
			/** Changed lines with three lines around them; empty if the listings are too long to compare line by line. */
			hunks: z.array(z.array(z.object({ kind: z.enum(['same', 'gone', 'new']), text: z.string() })))
		})
		.optional()
});
export type Versions = z.infer<typeof Versions>;

/** Longest listing that is compared line by line, instructions: a comparison is made while other requests wait. */
const mostLines = 2000;

/** Undefined if the report lacks one of the variants. */
export function versionsOf(report: Report, of: string, to: string): Versions | undefined {
	const [second, first] = [of, to].map((id) =>
		report.variants.find((variant) => variant.id === id)
	);
	if (!first || !second) return undefined;
	const [a, b] = [allInstructions(first), allInstructions(second)];
	const time = timeOf(report, first, second);
	const machineCode = machineCodeOf(first, second);
	return {
		of,
		to,
		...(a === undefined || b === undefined ? {} : { instructions: { of: b, to: a } }),
		...defined({ time, machineCode })
	};
}

function timeOf({ runner }: Report, first: VariantReport, second: VariantReport): Versions['time'] {
	const [a, b] = [first, second].map(({ failure, points }) =>
		failure || points[0]?.failure ? undefined : points[0]?.measured
	);
	if (runner.host.emulated || !a || !b) return undefined;
	const [to, of] = [honestInterval(a), honestInterval(b)];
	const raw = ratioOf(of, to);
	const floor = floorOf(runner.noiseFloor);
	const ratio = atLeastAsWide(raw, floor);
	const { low, high } = settled(raw, { smallest: floor, floor });
	return { of, to, ratio, floor, verdict: verdictOf(raw, floor), judged: { low, high } };
}

function machineCodeOf(first: VariantReport, second: VariantReport): Versions['machineCode'] {
	const [before, after] = [listingOf(first), listingOf(second)];
	if (before.length === 0 || after.length === 0) return undefined;
	const keys = (lines: readonly Line[]) => lines.map(({ key }) => key).join('\n');
	if (keys(before) === keys(after)) return { isSame: true, hunks: [] };
	if (Math.max(before.length, after.length) > mostLines) return { isSame: false, hunks: [] };
	const hunks = folded(diff(before, after)).flatMap((hunk) =>
		hunk.kind === 'lines' ? [hunk.lines.map(({ kind, text }) => ({ kind, text }))] : []
	);
	return { isSame: false, hunks };
}

/** Without the name of the variant, which is rustc's crate: it stands in every name of Rust. */
function listingOf({ id, functions }: VariantReport): Line[] {
	const crate = new RegExp(`(?<![\\w:])${id.replaceAll('-', '_')}::`, 'g');
	return functions
		.flatMap((listed) => [
			{ key: `${listed.symbol}:`, text: `${listed.symbol}:` },
			...instructionLines(listed)
		])
		.map(({ key, text }) => ({ key: key.replace(crate, ''), text: text.replace(crate, '') }));
}
