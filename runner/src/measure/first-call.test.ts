import { expect, test } from 'vitest';
import { didMore, firstCallDoubt, workOf } from './first-call.ts';

const call = (iterations: number, instructions: number) => ({ iterations, instructions });

test('the work of a call is all that the kernel’s thread executed, or what is shown where a runtime works beside it', () => {
	const counts = new Map([
		[16, 100],
		[20, 50]
	]);
	const counted = { counts, total: 400, others: 30 };
	expect([
		workOf(10, counted, false),
		workOf(10, counted, true),
		workOf(10, { counts }, false)
	]).toEqual([call(10, 370), call(10, 150), call(10, 150)]);
});

test('only a first call that did clearly more is looked at again', () => {
	const again = call(100, 1000);
	expect([1000, 1020, 1021, 900].map((n) => didMore({ first: call(100, n), again }))).toEqual([
		false,
		false,
		true,
		false
	]);
});

test('work that is done once is no doubt, and work of each iteration is', () => {
	const again = call(100, 1000);
	// A table of 5,000 instructions is filled in the first call.
	expect(firstCallDoubt({ first: call(100, 6000), again }, call(50, 5500))).toBeUndefined();
	expect(firstCallDoubt({ first: call(100, 3000), again }, call(50, 1500))).toBe(
		'The first call of kernel() executed 30.0 instructions an iteration, and a later call of as many iterations 10.0: the first call spares later ones work, and those are timed.'
	);
});
