import { afterEach, expect, test, vi } from 'vitest';
import { Layout } from './layout.svelte.ts';

afterEach(() => vi.unstubAllGlobals());

test('the story folds away while one works, unless the reader chose otherwise', () => {
	let works = false;
	const layout = new Layout('cycle', () => works);
	expect(layout.folded).toBe(false);
	works = true;
	const working = new Layout('cycle', () => works);
	expect(working.folded).toBe(true);
	working.toggleStory();
	expect(working.folded).toBe(false);
});

test('the choice is kept for this exercise alone', () => {
	const kept = new Map<string, string>();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => kept.set(key, value)
	});
	const layout = new Layout('window', () => false);
	layout.toggleStory();
	const folded = (slug: string) => {
		const again = new Layout(slug, () => false);
		again.read();
		return again.folded;
	};
	expect([folded('window'), folded('atomics')]).toEqual([true, false]);
});
