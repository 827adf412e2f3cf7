import { expect, test } from 'vitest';
import { jobIdOf, newId, runIdOf } from './ids.ts';
import { Id } from '../../shared/schema.ts';

test('an id has 128 random bits and is valid in the API', () => {
	const ids = Array.from({ length: 50 }, newId);
	expect(new Set(ids).size).toBe(50);
	expect(ids.filter((id) => !Id.safeParse(id).success)).toEqual([]);
});

test("a run's job on the queue has the same bits as a UUID", () => {
	expect(jobIdOf('AAECAwQFBgcICQoLDA0ODw')).toBe('00010203-0405-0607-0809-0a0b0c0d0e0f');
	const id = newId();
	expect(runIdOf(jobIdOf(id))).toBe(id);
});
