/**
 * Shell: what one compiler makes of the exercises and another one does not: for each variant the exact instructions per
 * iteration by both and, unless `--inspect` is given, the cycles at the first value of a sweep. Prints a row for each variant
 * whose count differs.
 *
 *   node_modules/.bin/node tests/bench/exercises/versions.ts clang-19 clang-22 [--language cpp] [--only slug,slug] [--inspect] [--all]
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Language } from '../../../exercises/schema.ts';
import { loadExercises } from '../../../exercises/load.ts';
import { toolchainOf } from '../../../runner/src/toolchains/toolchains.ts';
import { Compiler } from '../../../runner/src/schema/compiler.ts';
import type { VariantReport } from '../../../runner/src/schema/report.ts';
import { openBench } from '../../integration/job-bench.ts';
import { layOut } from '../table.ts';
import { jobOf } from './one-run.ts';

const { values: options, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		language: { type: 'string', default: 'c' },
		only: { type: 'string' },
		inspect: { type: 'boolean', default: false },
		all: { type: 'boolean', default: false }
	}
});
const compilers = positionals.map((name) => Compiler.parse(name));
const language = Language.parse(options.language);
const wanted = options.only?.split(',');
const { exercises } = await loadExercises();
const images = new Set(['cc' as const, ...compilers.map((one) => toolchainOf(one).image)]);
const bench = await openBench(`versions-${randomUUID()}`, [...images], {
	calibrates: !options.inspect
});
const rows: string[][] = [];

const count = ({ instructionsPerIteration, failure }: VariantReport) =>
	failure?.title ?? instructionsPerIteration?.toFixed(2) ?? 'not counted';
const cycles = ({ points: [first] }: VariantReport) =>
	first?.measured?.cyclesPerIteration.median.toFixed(2) ?? '';

try {
	for (const exercise of exercises) {
		const { slug, facts, sources } = exercise;
		if (!sources[language] || facts.free || (wanted && !wanted.includes(slug))) continue;
		const reports = [];
		for (const compiler of compilers) {
			const wish = {
				language,
				compiler,
				models: 'host',
				...(facts.sweep ? { values: facts.sweep.values.slice(0, 1) } : {}),
				...(options.inspect ? { stages: ['inspect'] } : {})
			};
			reports.push((await bench.run(jobOf(exercise, wish, slug))).report);
		}
		const [first, ...others] = reports;
		for (const variant of first?.variants ?? []) {
			const all = [
				variant,
				...others.flatMap((one) => one.variants.filter(({ id }) => id === variant.id))
			];
			if (options.all || new Set(all.map(count)).size > 1)
				rows.push([`${slug} ${variant.id}`, ...all.map(count), ...all.map(cycles)]);
		}
	}
} finally {
	await bench.close();
}
const headings = (what: string) => compilers.map((one) => `${one}: ${what}`);
console.log(
	layOut({ headings: ['variant', ...headings('instructions'), ...headings('cycles')], rows })
);
