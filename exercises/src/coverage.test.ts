/** `docs/coverage.md` names exercises and variants that exist, and every exercise that was made after a document. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { loadExercises } from './load.ts';

const { exercises } = await loadExercises();
const page = await readFile(new URL('../../docs/coverage.md', import.meta.url), 'utf8');

/** Words between backquotes. */
const named = (text: string | undefined) =>
	[...(text ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name);

/** An item is `- place (exercise: variants). What differs.`, in one line or several. */
const items = page
	.split(/\n(?=- )/)
	.slice(1)
	.map((item) => {
		const [text = ''] = item.split('\n\n');
		const [, place, exercise, variants] =
			/^- (.+?) \((`[a-z0-9-]+`)(?:: ([^)]*))?\)\. ./.exec(text.replaceAll(/\s+/g, ' ')) ?? [];
		return { text, place, exercise: named(exercise)[0], variants: named(variants) };
	});

test('every item names its exercise and what differs', () => {
	expect(items.filter(({ place }) => place === undefined).map(({ text }) => text)).toEqual([]);
});

test('every exercise and variant in the list exists', () => {
	const missing = items.flatMap(({ place, exercise, variants }) => {
		const found = exercises.find(({ slug }) => slug === exercise);
		const ids = found?.facts.variants.map(({ id }) => id);
		return ids
			? variants.filter((id) => !ids.includes(id ?? '')).map((id) => `${exercise}: ${id}`)
			: [`${place}: ${exercise}`];
	});
	expect(missing).toEqual([]);
});

test('every exercise that was made after a document is in the list', () => {
	const listed = items.map(({ exercise }) => exercise);
	expect(
		exercises
			.filter(({ facts }) => facts.document.number !== undefined)
			.map(({ slug }) => slug)
			.filter((slug) => !listed.includes(slug))
	).toEqual([]);
});

test('the list has items of all four documents', () => {
	expect(items.length).toBeGreaterThan(30);
});
