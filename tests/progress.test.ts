import { expect, test } from 'vitest';
import { createProgress, durationOf } from './progress.ts';

/** A command with a clock that `wait` advances by seconds. */
function command(isTerminal: boolean) {
	let written = '';
	let ms = 5000;
	const progress = createProgress({
		write: (text) => (written += text),
		isTerminal,
		now: () => ms
	});
	const wait = (seconds: number) => {
		for (let second = 0; second < seconds; second++) {
			ms += 1000;
			progress.tick();
		}
	};
	return { ...progress, wait, written: () => written };
}

test('without a terminal a line is written after every 15 s without output', () => {
	const one = command(false);
	one.begin('1 of 2, latency');
	one.wait(14);
	one.print('latency: done');
	one.begin('2 of 2, throughput');
	one.wait(7);
	one.print('Starting the product.');
	one.at(3, 40, 'round');
	one.wait(14);
	expect(one.written()).toBe('latency: done\nStarting the product.\n');
	one.wait(1);
	one.at(17, 40, 'round');
	one.wait(45);
	expect(one.written().split('\n').slice(-5)).toEqual([
		'  [2 of 2, throughput; round 3 of 40; 22 s, 36 s in all]',
		'  [2 of 2, throughput; round 17 of 40; 37 s, 51 s in all]',
		'  [2 of 2, throughput; round 17 of 40; 52 s, 1 min 6 s in all]',
		'  [2 of 2, throughput; round 17 of 40; 1 min 7 s, 1 min 21 s in all]',
		''
	]);
});

test('in a terminal the last line is replaced every second, and cleared before other text', () => {
	const one = command(true);
	one.begin('1 of 1, memory');
	one.wait(2);
	one.print('Done.');
	expect(one.written()).toBe(
		'  [1 of 1, memory; 1 s]\r\u001b[K  [1 of 1, memory; 2 s]\r\u001b[KDone.\n'
	);
});

test('durations are rounded to seconds', () => {
	expect([0, 1499, 59_400, 59_600, 3_725_000].map(durationOf)).toEqual([
		'0 s',
		'1 s',
		'59 s',
		'1 min 0 s',
		'62 min 5 s'
	]);
});
