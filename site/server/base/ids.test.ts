import { expect, test } from 'vitest';
import { newId } from './ids.ts';
import { Id } from '../../shared/schema.ts';

test('an id has 128 random bits and is valid in the API', () => {
	const ids = Array.from({ length: 50 }, newId);
	expect(new Set(ids).size).toBe(50);
	expect(ids.filter((id) => !Id.safeParse(id).success)).toEqual([]);
});
