import { expect, test } from 'vitest';
import { fixed } from './config.ts';
import { plus, tooMuchSaid, type Said } from './said.ts';

const nothing: Said = { events: 0, bytes: 0 };

test('a run may say as much as the site keeps, and not a byte or an event more', () => {
	const full = { events: fixed.runEvents, bytes: fixed.runBytes };
	expect(tooMuchSaid(full, [full])).toBeUndefined();
	const larger = plus({ ...nothing, bytes: fixed.runBytes }, 1);
	const longer = plus({ ...nothing, events: fixed.runEvents }, 0);
	for (const said of [larger, longer])
		expect(tooMuchSaid(said, [said])).toBe(
			'The results of this run are larger than the site keeps (32 MiB or 10,000 events), so it was ended. Run it again with fewer variants or less code.'
		);
});

test('the runs of one runner share what the site holds for it', () => {
	const one = { events: 1, bytes: fixed.runnerBytes / 5 };
	expect(
		tooMuchSaid(
			one,
			Array.from({ length: 5 }, () => one)
		)
	).toBeUndefined();
	expect(
		tooMuchSaid(
			one,
			Array.from({ length: 6 }, () => one)
		)
	).toBe(
		'The results of the runs on this runner are together larger than the site holds (128 MiB), so this one was ended. Run it again.'
	);
});

test('the largest message a runner may send fits into a run, with all that was said before it', () => {
	expect(fixed.runBytes).toBeGreaterThanOrEqual(2 * fixed.runnerMessageBytes);
});
