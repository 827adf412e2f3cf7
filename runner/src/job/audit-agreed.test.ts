import { expect, test } from 'vitest';
import type { Audited } from '../measure/audit.ts';
import { agreed, agreedParts, type Outcome } from './audit-agreed.ts';

const checked = { checked: 'It was compared.' };
const unchecked = { unchecked: 'It was not compared.' };
const doubt = (text: string) => ({ doubt: text });
const ended = { ended: true } as const;
const late = { late: true, unchecked: 'The machine was busy.' } as const;

/** The verdict on these outcomes of its runs, and how many of them were needed. */
async function verdictOn(outcomes: readonly Outcome[]) {
	let runs = 0;
	const verdict = await agreed(
		() => {
			const outcome = outcomes[runs++];
			return outcome ? Promise.resolve(outcome) : Promise.reject(new Error('one run too many'));
		},
		() => Promise.resolve()
	);
	return { verdict, runs };
}

test('one run that finds both alike is enough', async () => {
	expect(await verdictOn([checked])).toEqual({ verdict: checked, runs: 1 });
});

test('a doubt needs a second one', async () => {
	expect(await verdictOn([doubt('a'), doubt('b')])).toEqual({ verdict: doubt('b'), runs: 2 });
	expect(await verdictOn([doubt('a'), checked, checked])).toEqual({ verdict: checked, runs: 3 });
});

test('a doubt that is proven needs no second one', async () => {
	const proven = { doubt: 'a', proven: { hint: 'b' } };
	expect(await verdictOn([proven])).toEqual({ verdict: proven, runs: 1 });
	expect(await verdictOn([ended, unchecked, proven])).toEqual({ verdict: proven, runs: 3 });
});

test('a program that cannot be observed twice is reported as not checked', async () => {
	expect(await verdictOn([unchecked, unchecked])).toEqual({ verdict: unchecked, runs: 2 });
});

test('a run in which calls differ by what earlier ones left is no second doubt, and another may observe others', async () => {
	const varied = { unchecked: 'Its calls differ.', varies: true } as const;
	expect(await verdictOn([varied, varied, checked])).toEqual({ verdict: checked, runs: 3 });
	const never = [varied, doubt('a'), varied, varied];
	expect(await verdictOn(never)).toEqual({ verdict: varied, runs: 4 });
});

test('a run in which it ended decides nothing', async () => {
	expect(await verdictOn([ended, checked])).toEqual({ verdict: checked, runs: 2 });
	expect(await verdictOn([ended, doubt('a'), doubt('b')])).toEqual({
		verdict: doubt('b'),
		runs: 3
	});
});

test('a doubt stands if the program ended in all other runs', async () => {
	const outcomes = [ended, doubt('a'), ended, ended];
	expect(await verdictOn(outcomes)).toEqual({ verdict: doubt('a'), runs: 4 });
	// A run that says nothing of its work is no second doubt.
	const unsure = [ended, doubt('a'), unchecked, ended];
	expect(await verdictOn(unsure)).toEqual({ verdict: unchecked, runs: 4 });
});

test('a program that ends in every run is doubted', async () => {
	const verdict = {
		...doubt(
			'In each of 4 runs under an observer it ended before its work could be observed, and it did not when it was timed.'
		),
		bound: 'endedWhenObserved'
	};
	expect(await verdictOn([ended, ended, ended, ended])).toEqual({ verdict, runs: 4 });
});

test('a run in which the observer came too late is repeated, and never a reason to doubt', async () => {
	expect(await verdictOn([late, ended, late, ended, ended, checked])).toEqual({
		verdict: checked,
		runs: 6
	});
	expect(await verdictOn(Array.from({ length: 10 }, () => late))).toEqual({
		verdict: { unchecked: 'The machine was busy.' },
		runs: 10
	});
	expect(await verdictOn([late, ended, ended, ended, ended])).toEqual({
		verdict: { unchecked: 'The machine was busy.' },
		runs: 5
	});
	expect(await verdictOn([late, doubt('a'), late, doubt('b')])).toEqual({
		verdict: doubt('b'),
		runs: 4
	});
});

const parts = { parts: ['0x1', '0x2'].map((address) => ({ address, passes: 1 })), share: 0.957 };
const ofParts = (whole: Audited, found: Record<string, Audited>) =>
	agreedParts(whole, parts, ({ address }) => Promise.resolve(found[address] ?? checked));

test('parts that all agree are checked, beside a loop or without one', async () => {
	expect(await ofParts(unchecked, {})).toEqual({
		checked:
			'Checked against a run that is timed: the 2 parts of its code with 95 % of its instructions ran as often as counted.'
	});
	expect(await ofParts(checked, {})).toEqual({
		checked:
			'It was compared. In calls that were timed, the 2 parts of its code with 95 % of its instructions ran as often as counted.'
	});
});

test('one part that differs is a doubt, and one that cannot be watched leaves what is known of the loop', async () => {
	expect(await ofParts(checked, { '0x2': doubt('a') })).toEqual(doubt('a'));
	expect(await ofParts(unchecked, { '0x1': unchecked, '0x2': doubt('a') })).toEqual(doubt('a'));
	expect(await ofParts(unchecked, { '0x1': unchecked })).toEqual(unchecked);
	expect(await ofParts(checked, { '0x2': unchecked })).toEqual(checked);
});
