import { expect, test } from 'vitest';
import { runnersFor } from './runners-for.ts';
import { runnerOf } from '../fixtures/examples.ts';

test('what a runner found unsafe about its host is for the operator', () => {
	const findings = [{ id: 'smt', severity: 'unsafe' as const, sentence: 'Hyperthreads are on.' }];
	const runner = { ...runnerOf({}), findings };
	expect(runnersFor([runner], true)).toEqual([runner]);
	expect(runnersFor([runner], false)).toEqual([runnerOf({})]);
});
