import { expect, test } from 'vitest';
import { fixed } from '../base/config.ts';
import { openDeclines } from './declines.ts';

const most = fixed.declinesPerMinute;

test('a runner that declines too many runs within a minute is refused until the minute is over, and no other', () => {
	let now = 0;
	const declines = openDeclines(() => now);
	for (let count = 1; count < most; count++) declines.record('weary');
	expect(declines.record('other')).toBeUndefined();
	expect(declines.refusal('weary')).toBeUndefined();
	expect(declines.record('weary')).toMatch(/in 60 s/);
	now = 50_000;
	expect(declines.refusal('weary')).toBe(
		`The runner weary declined ${most} runs within a minute, so the site sends it no more. It may connect again in 10 s; read in its log why it was not ready.`
	);
	expect(declines.refusal('other')).toBeUndefined();
	now = 60_000;
	expect(declines.refusal('weary')).toBeUndefined();
});

test('declines that are spread over several minutes have no effect', () => {
	let now = 0;
	const declines = openDeclines(() => now);
	for (let count = 0; count < 3 * most; count++) {
		now += (2 * 60_000) / most;
		expect(declines.record('slow')).toBeUndefined();
	}
});
