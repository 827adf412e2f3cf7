import { expect, test } from 'vitest';
import type { HostView } from '../../../shared/workshop-host.ts';
import { broughtForward } from './front.ts';
import { hostView as view, person } from '../../../fixtures/host-view.ts';

const at = (step: Partial<HostView['state']['steps'][string]>): HostView => ({
	...view,
	state: {
		...view.state,
		steps: { one: { vote: 1, revealed: false, challenge: false, ...step } }
	}
});

test.each([
	['a reveal', at({}), at({ revealed: true })],
	['a second vote', at({ revealed: true }), at({ vote: 2 })],
	['the challenge', at({}), at({ challenge: true })],
	['a measurement that begins', view, { ...view, measuring: true }],
	[
		'the end of a measurement after a reveal',
		{ ...at({ revealed: true }), measuring: true },
		at({ revealed: true })
	],
	['another exercise', view, { ...view, state: { ...view.state, at: 'two' } }]
])('%s brings the question to the front', (_, before, after) => {
	expect(broughtForward(before, after, 'people')).toBe('question');
});

test('votes, people who come, and results that the room may not see yet leave the screen as it is', () => {
	const voted = { ...view, said: [{ ratio: 2 }], tally: { ...view.tally, first: [2] } };
	expect(broughtForward(view, voted, 'people')).toBeUndefined();
	expect(broughtForward({ ...view, measuring: true }, view, 'people')).toBeUndefined();
	const run = { run: 'a', runner: 'r', processor: '', microarchitecture: '', toolchain: '' };
	const answer = { median: 3, low: 3, high: 3 };
	const results = [{ ...run, at: '', people: 1, answer }];
	for (const revealed of [false, true])
		expect(
			broughtForward(
				at({ revealed }),
				{ ...at({ revealed }), tally: { ...view.tally, results } },
				'people'
			)
		).toBeUndefined();
});

test('groups come to the front when they are made, and the code of somebody who agreed to show it', () => {
	expect(broughtForward(view, { ...view, groups: [[1, 2]] }, 'people')).toBe('groups');
	const shown = { ...view, people: [{ ...person, code: 'shown' as const }] };
	expect(broughtForward(view, shown, 'people')).toEqual({ codeOf: 1 });
	expect(broughtForward(shown, shown, 'people')).toBeUndefined();
});

test('the first vote brings the question in the place of how to join, and of nothing else', () => {
	const joined = { ...view, people: [person] };
	const voted = { ...view, people: [{ ...person, voted: true, synthetic: false }] };
	expect(broughtForward(joined, voted, 'code')).toBe('question');
	expect(broughtForward(view, joined, 'code')).toBeUndefined();
	// the host looked up again how to join
	expect(broughtForward(voted, voted, 'code')).toBeUndefined();
	expect(broughtForward(joined, voted, 'floor')).toBeUndefined();
});
