import { expect, test } from 'vitest';
import { divideCores, RunnerConfig } from './config.ts';

const config = (change: object = {}) =>
	RunnerConfig.parse({ RUNNER_TOKEN: 'sixteen-or-more-letters', ...change });

test('the last core measures, and tools have it too while nothing is measured', () => {
	expect(divideCores(config(), 4)).toEqual({ measure: '3', tools: '0-2', idle: '0-3' });
});

test('an emulated runner stays off the core on which another one measures', () => {
	expect(divideCores(config(), 4, true)).toEqual({ measure: '0', tools: '0-2' });
	expect(divideCores(config(), 2, true)).toEqual({ measure: '0', tools: '0' });
	const named = config({ TOOLS_CPUS: '2-3' });
	expect(divideCores(named, 4, true)).toEqual({ measure: '2', tools: '2-3' });
});
