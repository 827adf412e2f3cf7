import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const forever = new AbortController().signal;

test('whoever came first measures first, and the others hear their position', async () => {
	const turns = createTurns();
	const heard: string[] = [];
	const release = await turns.take((p) => heard.push(`a${p}`), forever);
	const b = turns
		.take((p) => heard.push(`b${p}`), forever)
		.then((r) => (heard.push('b starts'), r));
	const c = turns
		.take((p) => heard.push(`c${p}`), forever)
		.then((r) => (heard.push('c starts'), r));
	release();
	release();
	(await b)();
	(await c)();
	expect(heard).toEqual(['b1', 'c2', 'c1', 'b starts', 'c starts']);
	expect(turns.waiting()).toBe(0);
});

test('one who gives up leaves the line and the next moves up', async () => {
	const turns = createTurns();
	const heard: string[] = [];
	const release = await turns.take(() => {}, forever);
	const impatient = new AbortController();
	const gone = turns
		.take((p) => heard.push(`b${p}`), impatient.signal)
		.catch((e: Error) => e.message);
	const c = turns.take((p) => heard.push(`c${p}`), forever);
	impatient.abort(new Error('cancelled'));
	expect(await gone).toBe('cancelled');
	release();
	(await c)();
	expect(heard).toEqual(['b1', 'c2', 'c1']);
});
