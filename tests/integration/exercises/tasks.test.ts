/** The tasks of lessons in real containers: the changed line compiles, and the machine code shows what the task says. */
import { expect, test } from 'vitest';
import { lessonParts } from '@cyclelab/exercises/lesson-parts';
import { loadExercises } from '@cyclelab/exercises/load';
import { jobOf } from '../../bench/exercises/one-run.ts';
import { benchForAll } from '../hooks.ts';

const bench = benchForAll(['cc'], { calibrates: false, shares: true });

test('each changed line compiles to what its task says', { timeout: 300_000 }, async () => {
	const { exercises } = await loadExercises();
	const wrong: string[] = [];
	for (const exercise of exercises) {
		const tasks = lessonParts(exercise.explain).flatMap((part) =>
			'figure' in part && part.figure.name === 'task' ? part.figure : []
		);
		for (const { number, variant, line, change, shows } of tasks) {
			const source = exercise.sources.c?.[variant]?.replace(line, () => change) ?? '';
			const wish = {
				language: 'c',
				variants: [variant],
				sources: { [variant]: source },
				stages: ['inspect']
			};
			const { report } = await bench.run(jobOf(exercise, wish, `task ${number}`));
			// The report has the baseline, too.
			const built = report.variants.find(({ id }) => id === variant);
			const code = built?.functions.flatMap(({ instructions }) => instructions) ?? [];
			const text = code.map((part) => part.text).join('\n');
			if (!new RegExp(shows, 'm').test(text))
				wrong.push(`${exercise.slug} ${number}: ${built?.failure?.title ?? text}`);
		}
	}
	expect(wrong).toEqual([]);
});
