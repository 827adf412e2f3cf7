import { expect, it } from 'vitest';
import { isLasting, notAsked, tooLate } from './lasting.ts';

const words = { title: '', hint: '', stage: 'compile' } as const;

it.each([
	['an answer', {}, true],
	[
		'a compile error',
		{ failure: { ...words, kind: 'compile-error', text: '', diagnostics: [] } },
		true
	],
	['a build that took too long', { failure: { ...words, kind: 'timeout', limitMs: 1 } }, false],
	['an opinion that nobody asked for', { secondOpinion: notAsked }, false],
	['an opinion that came too late', { secondOpinion: tooLate }, false],
	['an opinion that is a refusal', { secondOpinion: { refusal: 'No model.' } }, true]
] as const)('%s', (_what, report, lasts) => {
	expect(isLasting(report as Parameters<typeof isLasting>[0])).toBe(lasts);
});
