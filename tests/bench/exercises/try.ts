/**
 * Shell: runs one exercise from the command line, for its author: every number, claim and failure as text.
 *
 *   node_modules/.bin/node tests/bench/exercises/try.ts <slug> [--language go] [--compiler gcc-14] [--target arm64] [--inspect] [--code]
 *     [--variants a,b] [--values 512,513] [--times 3] [--solution] [--flags='-Copt-level=0']
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { loadExercises } from '../../../exercises/src/load.ts';
import { toolchainOf } from '../../../runner/src/toolchains/toolchains.ts';
import { openBench } from '../../integration/job/job-bench.ts';
import { describe } from './describe.ts';
import { jobOf, solved } from './one-run.ts';

const { values: options, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		language: { type: 'string' },
		compiler: { type: 'string' },
		target: { type: 'string' },
		variants: { type: 'string' },
		values: { type: 'string' },
		times: { type: 'string', default: '1' },
		inspect: { type: 'boolean', default: false },
		code: { type: 'boolean', default: false },
		flags: { type: 'string' },
		solution: { type: 'boolean', default: false }
	}
});
const { exercises } = await loadExercises();
const exercise = exercises.find(({ slug }) => slug === positionals[0]);
if (!exercise) throw new Error(`No exercise "${positionals[0]}".`);
const { language, compiler, target } = options;
const wish = {
	...(language ? { language } : {}),
	...(compiler ? { compiler } : {}),
	...(target ? { target } : {}),
	...(options.variants ? { variants: options.variants.split(',') } : {}),
	...(options.values ? { values: options.values.split(',').map(Number) } : {}),
	...(options.flags ? { flags: options.flags.split(' ') } : {}),
	...(options.inspect ? { stages: ['inspect'] } : {})
};
const draft = jobOf(exercise, wish, 'draft');
const sources = (options.solution && solved(exercise, draft.language, draft.target)?.sources) || {};
const compilers = [draft.compiler, ...draft.variants.flatMap((variant) => variant.compiler ?? [])];
const bench = await openBench(
	`try-${randomUUID()}`,
	[...new Set(['cc' as const, ...compilers.map((compiler) => toolchainOf(compiler).image)])],
	{ calibrates: !options.inspect }
);
try {
	for (let round = 0; round < Number(options.times); round++) {
		const began = performance.now();
		const { report } = await bench.run(jobOf(exercise, { ...wish, sources }, `try ${round}`));
		console.log(describe(report, options.code));
		console.log(`${((performance.now() - began) / 1000).toFixed(1)} s`);
	}
} finally {
	await bench.close();
}
