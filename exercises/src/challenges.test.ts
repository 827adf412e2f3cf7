/** Every challenge of the catalogue must be real work, with its own trick and hints that lead to it. */
import { expect, test } from 'vitest';
import { loadExercises } from './load.ts';
import { codeIn, namesIn, shapeOf } from './source-shape.ts';
import { sourceOf, factsIn, type Exercise, type Language } from './schema.ts';

const { exercises } = await loadExercises();
const challenges = exercises.flatMap((exercise) => {
	const { challenge } = exercise.facts;
	return challenge ? [{ ...challenge, slug: exercise.slug, exercise }] : [];
});

const solutionsOf = ({ solutions }: Exercise) => Object.entries(solutions) as [Language, string][];

/** The source that the challenge starts from. */
function startOf(exercise: Exercise, language: Language): string {
	const { challenge, variants } = factsIn(exercise.facts, language, 'x86-64');
	const row = variants.find(({ id }) => id === challenge?.start.variant);
	const source = row && exercise.sources[language]?.[sourceOf(row)];
	if (source === undefined) throw new Error(`${exercise.slug} has no start in ${language}`);
	return source;
}

test('no solution is a visible variant under other names', () => {
	const copies = challenges.flatMap(({ slug, exercise }) =>
		solutionsOf(exercise).flatMap(([language, solution]) =>
			Object.entries(exercise.sources[language] ?? {})
				.filter(([, text]) => shapeOf(text, language) === shapeOf(solution, language))
				.map(([variant]) => `${slug}: the solution in ${language} is “${variant}”`)
		)
	);
	expect(copies).toEqual([]);
});

test('every challenge has a trick, and no two have the same', () => {
	const tricks = challenges.map(({ trick }) => trick ?? '');
	expect(tricks.filter((trick) => trick === '')).toEqual([]);
	expect(tricks.filter((trick, i) => tricks.indexOf(trick) !== i)).toEqual([]);
	const shapes = challenges.flatMap(({ slug, exercise }) =>
		solutionsOf(exercise).map(([language, text]) => ({ slug, shape: shapeOf(text, language) }))
	);
	const twins = shapes.filter(({ slug, shape }) =>
		shapes.some((other) => other.slug !== slug && other.shape === shape)
	);
	expect(twins).toEqual([]);
});

test('three hints go from a question to a direction to a place in the code that is given', () => {
	const complaints = challenges.flatMap(({ slug, hints, exercise }) => {
		const [first = '', , last = ''] = hints;
		return [
			...(hints.length === 3 ? [] : [`${slug} has ${hints.length} hints`]),
			...(first.trimEnd().endsWith('?') ? [] : [`${slug}: the first hint is no question`]),
			...solutionsOf(exercise)
				.filter(([language]) => {
					const start = startOf(exercise, language).toLowerCase();
					return !codeIn(last).some((code) => start.includes(code.toLowerCase()));
				})
				.map(([language]) => `${slug}: the last hint names nothing in the code in ${language}`)
		];
	});
	expect(complaints).toEqual([]);
});

test('neither the text nor the first two hints name what only the solution has', () => {
	const printed = challenges.flatMap(({ slug, text, hints, exercise }) =>
		[text, ...hints.slice(0, 2)].flatMap((words) =>
			solutionsOf(exercise).flatMap(([language, solution]) => {
				const given = namesIn(Object.values(exercise.sources[language] ?? {}).join('\n'), language);
				const own = namesIn(solution, language).filter((name) => !given.includes(name));
				const named = codeIn(words).flatMap((code) =>
					namesIn(code, language).filter((name) => own.includes(name))
				);
				return named.map((name) => `${slug}: “${words}” names ${name}`);
			})
		)
	);
	expect(printed).toEqual([]);
});
