import { expect, test } from 'vitest';
import { seeded } from '@cyclelab/contract/measure/seeded';
import { alarmNotes, decisionOf, derived, possibleRate } from './alarms.ts';

const random = seeded(1);
/** Processes of 10 samples around `cycles`, each with an offset of up to the part `between` of its own. */
const processes = (cycles: number, between: number) =>
	Array.from({ length: 8 }, () => {
		const own = cycles * (1 + between * (2 * random() - 1));
		return Array.from({ length: 10 }, () => own * (1 + 0.001 * random()));
	});

test('the interval decides, and none is undecided', () => {
	expect(decisionOf({ low: 1.021, high: 1.03 })).toBe('alarm');
	expect(decisionOf({ low: 1, high: 1.02 })).toBe('kept');
	expect(decisionOf({ low: 1, high: 1.03 })).toBe('undecided');
	expect(decisionOf(undefined)).toBe('undecided');
});

test('identical code raises no alarm, even if its processes differ', () => {
	const steady = derived([processes(4, 0.001), processes(4, 0.001)], 200, 0.02, random);
	expect(steady).toEqual(Array(200).fill('kept'));
	const spread = derived([processes(4, 0.1), processes(4, 0.1)], 200, 0.02, random);
	expect(spread).not.toContain('alarm');
	expect(spread).toContain('undecided');
});

test('a rate below 1 in 1,000 needs 2,995 comparisons without an alarm', () => {
	expect(possibleRate(2994)).toBeGreaterThan(0.001);
	expect(possibleRate(2995)).toBeLessThan(0.001);
	expect(alarmNotes(['kept', 'undecided'], ['alarm'])).toEqual([
		'0 of 2 measured comparisons were false alarms: at 95 % confidence the rate is below 77.64 %; below 0.1 % needs 2,995 comparisons.',
		'1 of 1 derived comparisons were false alarms; target: at most 1 in 1,000. They are not independent.'
	]);
});
