import { expect, test } from 'vitest';
import { isOver, runStates } from './run-state.ts';

test('a run that finished, failed or was cancelled is over', () => {
	expect(runStates.filter(isOver)).toEqual(['finished', 'failed', 'cancelled']);
});

test('nothing follows the events that are named like these states', () => {
	const types = ['queued', 'moved', 'started', 'stage', 'point', 'finished', 'failed', 'cancelled'];
	expect(types.filter(isOver)).toEqual(['finished', 'failed', 'cancelled']);
});
