import { expect, test } from 'vitest';
import { factsOf, reportOf } from '../../../fixtures/examples.ts';
import { goalLines, goalText, verdictFor } from './goals.ts';

const to = { variant: 'word', parameters: {} };
const facts = factsOf(
	'Store forwarding',
	{ word: 'One word', bytes: 'Four bytes' },
	{
		meters: [{ id: 'heap', label: 'Bytes from the heap', unit: 'bytes' }],
		challenge: {
			text: 'Make it fast.',
			start: { variant: 'bytes', parameters: {} },
			goals: [
				{ kind: 'ratio', measure: 'time', to, atMost: 1.1 },
				{ kind: 'result', checksum: 'ff' }
			],
			hints: ['One.', 'Two.'],
			why: 'Because.'
		}
	}
);

test('every kind of goal has a sentence', () => {
	expect([
		goalText(facts, { kind: 'ratio', measure: 'time', to, atMost: 1.1 }),
		goalText(facts, { kind: 'ratio', measure: 'time', to, atLeast: 800, atMost: 1250 }),
		goalText(facts, { kind: 'ratio', measure: 'instructions', to, atMost: 0.5 }),
		goalText(facts, { kind: 'ratio', measure: 'heap', to, atLeast: 2 }),
		goalText(facts, { kind: 'instructions', atMost: 12.5 }),
		goalText(facts, {
			kind: 'code',
			text: 'It has no call.',
			code: { lacks: 'call', times: 1, where: 'loop' }
		}),
		goalText(facts, { kind: 'result', checksum: 'ff' })
	]).toEqual([
		'It takes at most 1.1 times as long as “One word”.',
		'It takes between 800 and 1,250 times as long as “One word”.',
		'It executes at most 0.5 times as many instructions as “One word”.',
		'Bytes from the heap: at least 2 times the amount of “One word”.',
		'It executes at most 12.5 instructions per iteration, counted exactly.',
		'It has no call.',
		'It returns what the original returns.'
	]);
});

test('the goal of a result says where the work must stay', () => {
	const challenge = facts.challenge && { ...facts.challenge, setup: 'as given' as const };
	expect(goalText({ ...facts, challenge }, { kind: 'result', checksum: 'ff' })).toBe(
		'It returns what the original returns, and setup() does no more than given.'
	);
});

test('each goal stands with what the run found about it, and before a run alone', () => {
	const missed = { met: 'no', sentence: 'It takes 1.4 times as long.' } as const;
	const met = { met: 'yes', sentence: 'It does.' } as const;
	expect(goalLines(facts, { verdict: 'not-yet', goals: [missed, met] })).toEqual([
		{ text: 'It takes at most 1.1 times as long as “One word”.', result: missed },
		{ text: 'It returns what the original returns.', result: met }
	]);
	expect(goalLines(facts, undefined).map(({ result }) => result)).toEqual([undefined, undefined]);
});

test('a verdict on another language or target is none on this attempt', () => {
	const challenge = { verdict: 'passed', goals: [] } as const;
	const report = reportOf([], { challenge: { ...challenge, goals: [] } });
	expect([
		verdictFor(report, { language: 'c', target: 'x86-64' })?.verdict,
		verdictFor(report, { language: 'go', target: 'x86-64' }),
		verdictFor(report, { language: 'c', target: 'arm64' }),
		verdictFor(undefined, { language: 'c', target: 'x86-64' })
	]).toEqual(['passed', undefined, undefined, undefined]);
});
