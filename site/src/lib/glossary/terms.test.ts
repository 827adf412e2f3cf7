import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { terms } from './glossary-words.ts';
import { groups, termOfBadge } from './terms.ts';

const inspect = join(import.meta.dirname, '../../../../runner/src/inspect');

/** Ids of badges as the runner's files name them. */
const badges = readdirSync(inspect)
	.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
	.flatMap((name) => [
		...readFileSync(join(inspect, name), 'utf8').matchAll(/^\s*id: '([a-z0-9-]+)',$/gm)
	])
	.map(([, id = '']) => id);

test('every term is in one group and appears once', () => {
	const listed = Object.values(groups).flat();
	expect(new Set(listed).size).toBe(listed.length);
	expect(listed.toSorted()).toEqual(Object.keys(terms).toSorted());
	const names = Object.values(terms).map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
});

test('every badge of the runner has a term, and badges that an exercise declares share a general term', () => {
	expect(badges.length).toBeGreaterThan(20);
	const general = badges.filter((id) => termOfBadge(id) === 'outside-the-model');
	expect(general).toEqual([]);
	expect(termOfBadge('blind-spot-1')).toBe('outside-the-model');
});
