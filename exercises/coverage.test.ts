/** `docs/coverage.md` names exercises and variants that exist, and every exercise that was made after a document. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { loadExercises } from './load.ts';

const { exercises } = await loadExercises();
const page = await readFile(new URL('../docs/coverage.md', import.meta.url), 'utf8');

/** Words between backquotes in a cell of a table. */
const named = (cell: string | undefined) =>
	[...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name);

const rows = page
	.split('\n')
	.filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
	.map((line) => line.split('|').map((cell) => cell.trim()))
	.filter(([, first]) => first !== 'in the document')
	.map(([, place, exercise, variants]) => ({
		place,
		exercise: named(exercise)[0],
		variants: named(variants)
	}));

test('every exercise and variant in the table exists', () => {
	const missing = rows.flatMap(({ place, exercise, variants }) => {
		if (exercise === undefined) return variants.length > 0 ? [`${place}: no exercise`] : [];
		const found = exercises.find(({ slug }) => slug === exercise);
		const ids = found?.facts.variants.map(({ id }) => id);
		return ids
			? variants.filter((id) => !ids.includes(id ?? '')).map((id) => `${exercise}: ${id}`)
			: [`${place}: ${exercise}`];
	});
	expect(missing).toEqual([]);
});

test('every exercise that was made after a document is in the table', () => {
	const listed = rows.map(({ exercise }) => exercise);
	expect(
		exercises
			.filter(({ facts }) => facts.document.number !== undefined)
			.map(({ slug }) => slug)
			.filter((slug) => !listed.includes(slug))
	).toEqual([]);
});

test('the table has rows of all four documents', () => {
	expect(rows.length).toBeGreaterThan(30);
});
