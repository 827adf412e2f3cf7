/**
 * The static tools have the same output as the plain tools, byte for byte: every object, program, listing, line and
 * prediction of a run's steps, in every language and for both targets. `npm test` compares one variant of one exercise;
 * `npm run test:tools` all variants, with all models.
 */
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadExercises } from '@cyclelab/exercises/load';
import { Language } from '@cyclelab/exercises/schema';
import type { ImageName } from '@cyclelab/images/recipes';
import { type Pool } from '../../../runner/src/sandbox/pool.ts';
import { staticTools } from '../../../runner/src/sandbox/tool-mode.ts';
import { compilersOf } from '@cyclelab/contract/schema/compiler';
import { toolchainOf } from '../../../runner/src/toolchains/toolchains.ts';
import { jobOf } from '../../bench/exercises/one-run.ts';
import { takeBoth, type Compared } from './both-ways.ts';
import { inspect } from '../exercises/exercise-gate.ts';
import { shareSandboxes } from '../sandbox/shared-sandboxes.ts';
import { benchForAll, poolForAll } from '../hooks.ts';

const all = process.env['CYCLELAB_TOOLS'] === 'whole';
/** An exercise with sources in every language. */
const chosen = ['what-is-a-cycle'];

const images: ImageName[] = ['cc', 'rust', 'go', 'dotnet', 'crystal'];
const { exercises } = await loadExercises();
const cases = exercises
	.filter(({ slug }) => all || chosen.includes(slug))
	.flatMap((exercise) =>
		Language.options
			.filter((language) => exercise.sources[language])
			.flatMap((language) =>
				compilersOf[language].flatMap((compiler) =>
					toolchainOf(compiler).targets.map((target) => ({
						name: exercise.slug,
						exercise,
						language,
						compiler,
						target
					}))
				)
			)
	);

const bench = benchForAll(images, { kept: 1, calibrates: false });
// Not on core 0, which the static tools use.
const core = availableParallelism() > 1 ? '1' : '0';
const plain = poolForAll(images, { cores: { tools: core, measure: core } });
/** What is compared are outputs, so a sandbox serves several cases. */
let pools: Record<'ours' | 'plain', ReturnType<typeof shareSandboxes>>;
const commands: Compared['commands'] = new Map();

beforeAll(() => {
	pools = { ours: shareSandboxes(bench.takeSandbox), plain: shareSandboxes(plain.take) };
});
afterAll(() => {
	pools?.ours.close();
	pools?.plain.close();
});

test('the chosen exercises exist in every language', () => {
	const languages = new Set(cases.map(({ language }) => language));
	expect(Language.options.filter((language) => !languages.has(language))).toEqual([]);
});

(all ? describe.concurrent : describe).each(cases)(
	'$name in $language by $compiler for $target',
	({ exercise, language, compiler, target }) => {
		test('has the same output with the static tools', { timeout: 600_000 }, async () => {
			const differences: string[] = [];
			const compared = { commands, differences };
			const workshop = {
				...bench.workshop,
				// The emulator that traces is none of the compared tools.
				simulationMs: 0,
				takeSandbox: (...asked: Parameters<Pool['take']>) => takeBoth(pools, compared, asked)
			};
			const shared = { language, compiler, target, stages: ['inspect'] };
			const wish = all
				? { ...shared, models: 'all' }
				: { ...shared, models: 'host', variants: [exercise.facts.baseline] };
			await inspect({ workshop }, jobOf(exercise, wish, 'both'));
			expect(differences).toEqual([]);
		});
	}
);

test('every tool was compared', () => {
	const missed = Object.keys(staticTools).filter((tool) => !commands.has(tool));
	expect(missed).toEqual([]);
});
