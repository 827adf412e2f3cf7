import { expect, test } from 'vitest';
import { buildAll } from './inspect-all.ts';

/** Builds that end after a turn of the event loop. `begun`: how many were under way then, itself included. */
function builder(lacks: (one: string) => boolean) {
	const active: string[] = [];
	const begun: [string, number][] = [];
	const build = async (one: string) => {
		active.push(one);
		begun.push([one, active.length]);
		await new Promise((resolve) => setImmediate(resolve));
		active.splice(active.indexOf(one), 1);
	};
	return { build, begun, lacks };
}

test('two are built at once, and what lacked memory beside another is built again alone', async () => {
	const { build, begun, lacks } = builder((one) => one === 'large');
	await buildAll(['large', 'small', 'third'], 2, build, lacks);
	expect(begun.map(([one]) => one)).toEqual(['large', 'small', 'third', 'large']);
	expect(Math.max(...begun.map(([, active]) => active))).toBe(2);
	expect(begun.at(-1)).toEqual(['large', 1]);
});

test('a build that was alone is not repeated', async () => {
	const one = builder(() => true);
	await buildAll(['large'], 2, one.build, one.lacks);
	const two = builder(() => true);
	await buildAll(['a', 'b'], 1, two.build, two.lacks);
	expect([one.begun, two.begun]).toEqual([
		[['large', 1]],
		[
			['a', 1],
			['b', 1]
		]
	]);
});

test('after a failure of ours no other build begins, and those under way end first', async () => {
	const begun: string[] = [];
	let ended = false;
	const build = async (one: string) => {
		begun.push(one);
		await new Promise((resolve) => setImmediate(resolve));
		if (one === 'a') throw new Error('the engine is down');
		ended = true;
	};
	await expect(buildAll(['a', 'b', 'c'], 2, build, () => false)).rejects.toThrow(
		'the engine is down'
	);
	expect([begun, ended]).toEqual([['a', 'b'], true]);
});
