import { expect, test } from 'vitest';
import { compilesAll, whereOf } from './whereabouts.ts';

const start = { predicted: false, busy: false, over: false, editing: false };

test.each([
	['predicting', {}],
	['predicted', { predicted: true }],
	['running', { predicted: true, busy: true, editing: true }],
	['results', { predicted: true, over: true }],
	['editing', { predicted: true, over: true, editing: true }]
] as const)('a participant is %s', (where, more) => {
	expect(whereOf({ ...start, ...more })).toBe(where);
});

test('code does not compile as soon as one text is known not to; a text that is not compiled yet is unknown', () => {
	const failure = { kind: 'compile-error' } as never;
	const [good, bad] = [{ source: 'a' }, { source: 'b', failure }];
	expect(compilesAll([])).toBe(true);
	expect(compilesAll([{ source: 'a', report: good }])).toBe(true);
	expect(
		compilesAll([
			{ source: 'a', report: good },
			{ source: 'b', report: bad }
		])
	).toBe(false);
	expect(
		compilesAll([
			{ source: 'a', report: good },
			{ source: 'c', report: bad }
		])
	).toBeUndefined();
});
