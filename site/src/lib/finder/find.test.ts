import { expect, test } from 'vitest';
import { terms } from '../glossary/all-terms.ts';
import { find } from './find.ts';

const exercises = [
	{ slug: 'store-forwarding', title: 'Store forwarding', summary: 'A word written as four bytes.' },
	{ slug: 'window', title: 'The window', summary: 'What a core does while a load waits.' }
];
const names = (query: string) => find(query, exercises, terms).map(({ name }) => name);

test('exercises and terms are found by words of their names and texts, exercises first', () => {
	expect(names('forwarding')[0]).toBe('Store forwarding');
	expect(names('core load waits')).toContain('The window');
	expect(names('cache line')).toContain('cache line');
});

test('what begins with the query stands before what only contains it', () => {
	const found = names('latency');
	expect(found[0]).toBe('latency');
});

test('nothing is found by nothing, and by words that nothing has', () => {
	expect(names('  ')).toEqual([]);
	expect(names('zebra crossing')).toEqual([]);
});

test('each find leads to its page', () => {
	const hrefs = find('store', exercises, terms).map(({ href }) => href);
	expect(hrefs).toContain('/exercises/store-forwarding');
	expect(hrefs).toContain('/glossary#store-buffer');
});
