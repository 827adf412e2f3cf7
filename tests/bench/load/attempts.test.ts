import { expect, test } from 'vitest';
import { reasonsOf, tableOf, type Attempt } from './attempts.ts';

const page = (ms: number, change: Partial<Attempt> = {}): Attempt => ({
	kind: 'page',
	atMs: 0,
	ms,
	outcome: 'done',
	...change
});

test('percentiles are of successful attempts, and other attempts are counted', () => {
	const attempts = [
		...[10, 20, 30].map((ms) => page(ms)),
		page(60_000, { outcome: 'hung' }),
		page(1, { outcome: 'refused' }),
		page(9, { kind: 'run', firstMs: 4 })
	];
	expect(tableOf(['page', 'run', 'vote'], attempts).rows).toEqual([
		['page', '3', '1', '0', '1', '20', '29', '30', '30'],
		['run', '1', '0', '0', '0', '9', '9', '9', '9'],
		['run: first word', '', '', '', '', '4', '4', '4', '4'],
		['vote', '0', '0', '0', '0', '', '', '', '']
	]);
});

test('reasons that differ only in numbers and names are listed once', () => {
	const why = (text: string) => page(1, { outcome: 'failed', why: text });
	expect(reasonsOf([why('500 after 12 s'), page(1), why('500 after 7 s'), why('gone')])).toEqual([
		'2 times page, failed: … after … s',
		'1 times page, failed: gone'
	]);
});
