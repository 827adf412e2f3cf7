/** The small tasks of lessons: what they change is in the sources. That it compiles to what they say is in `tests/integration`. */
import { expect, test } from 'vitest';
import { lessonParts } from './lesson-parts.ts';
import { loadExercises } from './load.ts';

test('each task changes a text that occurs once in its variant’s C source, and they are numbered', async () => {
	const { exercises } = await loadExercises();
	const all = exercises.flatMap(({ slug, explain, sources }) =>
		lessonParts(explain)
			.flatMap((part) => ('figure' in part && part.figure.name === 'task' ? part.figure : []))
			.map(({ number, variant, line }, i) => ({
				task: `${slug} ${number}`,
				numbered: number === i + 1,
				places: (sources.c?.[variant] ?? '').split(line).length - 1
			}))
	);
	expect(all.length).toBeGreaterThan(0);
	expect(all.filter(({ numbered, places }) => !numbered || places !== 1)).toEqual([]);
});
