import { expect, test } from 'vitest';
import { Later } from './later.svelte.ts';

test('a part is asked for once, and again after a failure', async () => {
	const answers = [Promise.reject(new Error('offline')), Promise.resolve('part')];
	let asked = 0;
	const later = new Later(() => answers[asked++] ?? Promise.reject(new Error('asked too often')));
	later.need();
	await Promise.all([later.loaded(), later.loaded()]);
	expect(later.failed).toBe(true);
	expect([asked, later.part]).toEqual([1, undefined]);
	later.need();
	await expect.poll(() => later.part).toBe('part');
	later.need();
	expect([asked, later.failed]).toEqual([2, false]);
});

test('a part that the page begins with is not asked for', () => {
	const later = new Later(() => Promise.reject(new Error('asked')), 'given');
	later.need();
	expect([later.part, later.failed]).toEqual(['given', false]);
});
