/** That gaps and needless repeats in what a learner was told would be seen. */
import { expect, test } from 'vitest';
import { isWhole } from './history.ts';

const heard = (...ids: string[]) => ({
	id: 'run',
	connections: 2,
	heard: ids.map((id) => ({
		...{ id, seq: parseInt(id), at: 0 },
		event: { type: 'cancelled' as const }
	}))
});

test('a history is whole without gaps, and is told anew only to whoever heard what was lost', () => {
	expect(isWhole(heard('1.a', '2.b', '3.c'))).toBe(true);
	expect(isWhole(heard('1.a', '3.c'))).toBe(false);
	expect(isWhole(heard('1.a', '2.b', '2.b'))).toBe(false);
	expect(isWhole(heard('1.a', '2.b', '1.a', '2.x', '3.y'))).toBe(true);
	expect(isWhole(heard('1.a', '2.b', '1.a', '2.b', '3.c'))).toBe(false);
});
