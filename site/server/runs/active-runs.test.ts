import { expect, test } from 'vitest';
import { fixed } from '../base/config.ts';
import { plus, tooMuchSent } from './active-runs.ts';
import type { Volume } from './connected.ts';

const nothing: Volume = { events: 0, bytes: 0 };

test('a run may send as much as the site keeps, and not a byte or an event more', () => {
	const full = { events: fixed.runEvents, bytes: fixed.runBytes };
	expect(tooMuchSent(full, [full])).toBeUndefined();
	const larger = plus({ ...nothing, bytes: fixed.runBytes }, 1);
	const longer = plus({ ...nothing, events: fixed.runEvents }, 0);
	for (const volume of [larger, longer])
		expect(tooMuchSent(volume, [volume])).toBe(
			'The results of this run are larger than the site keeps (32 MiB or 10,000 events), so it was ended. Run it again with fewer variants or less code.'
		);
});

test('the runs of one runner share one limit', () => {
	const large = { events: 1, bytes: fixed.runnerBytes / 5 };
	expect(
		tooMuchSent(
			large,
			Array.from({ length: 5 }, () => large)
		)
	).toBeUndefined();
	expect(
		tooMuchSent(
			large,
			Array.from({ length: 6 }, () => large)
		)
	).toBe(
		'The results of the runs on this runner are together larger than the site holds (128 MiB), so this one was ended. Run it again.'
	);
});

test('the largest message of a runner fits into the limit of a run after earlier events of the same size', () => {
	expect(fixed.runBytes).toBeGreaterThanOrEqual(2 * fixed.runnerMessageBytes);
});
