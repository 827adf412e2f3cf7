import { describe, expect, it } from 'vitest';
import { runnerOf } from '../../../fixtures/examples.ts';
import { addingCommands } from './commands.ts';
import { findingGroups, floorText, stateName, stateText } from './state.ts';

const now = Date.parse('2026-11-21T21:00:00Z');
const stateSince = '2026-11-21T18:00:00.000Z';

describe('the state of a runner', () => {
	it('has its time, its reason and its doubts', () => {
		const ready = runnerOf({ stateSince });
		const doubtful = runnerOf({ stateSince, reason: 'The core clock is at 3 GHz.' });
		const degraded = runnerOf({ stateSince, state: 'degraded', reason: 'No engine.' });
		expect(
			[ready, doubtful, degraded].map((runner) => [stateName(runner), stateText(runner, now)])
		).toEqual([
			['ready', 'Ready since 21 Nov 2026, 18:00 UTC (3 h).'],
			[
				'ready, with a doubt',
				'Ready since 21 Nov 2026, 18:00 UTC (3 h). It measures, with a doubt: The core clock is at 3 GHz.'
			],
			['takes no runs', 'Takes no runs since 21 Nov 2026, 18:00 UTC (3 h): No engine.']
		]);
	});

	it('has no time where the time is unknown', () => {
		expect(stateText(runnerOf({}), now)).toBe('Ready.');
		expect(stateText(runnerOf({ state: 'degraded' }), now)).toBe(
			'Takes no runs: It did not say why.'
		);
	});
});

describe('the noise floor in words', () => {
	it('names the smallest difference that is claimed, and its basis', () => {
		const at = '2026-11-21T20:58:00.000Z';
		const noiseFloor = { relative: 0.012, pairs: 40, falseVerdicts: 0, at };
		expect(floorText(runnerOf({ noiseFloor }))).toEqual({
			claim: 'A difference below 1.20 % is not claimed here.',
			rests:
				'95 % of 40 pairs of identical code differed by no more; none was called faster or slower. Last pair 21 Nov 2026, 20:58 UTC.'
		});
	});

	it('names what is assumed until it is known', () => {
		expect(floorText(runnerOf({}))).toEqual({
			claim:
				'Not known yet: too few pairs of identical code were compared. Until then, a difference below 2.00 % is not claimed.'
		});
	});
});

describe('what a runner found about its host', () => {
	it('is listed in groups, the unsafe first, without an empty one', () => {
		const swap = { id: 'swap', severity: 'unfit' as const, sentence: 'Swap is on.' };
		const smt = { id: 'smt', severity: 'unsafe' as const, sentence: 'Hyperthreads are on.' };
		expect(findingGroups([swap, smt])).toEqual([
			{ severity: 'unsafe', found: [smt] },
			{ severity: 'unfit', found: [swap] }
		]);
		expect([findingGroups([swap]), findingGroups([])]).toEqual([
			[{ severity: 'unfit', found: [swap] }],
			[]
		]);
	});
});

describe('the commands that add a runner', () => {
	it('carry the address of this site', () => {
		expect(addingCommands('https://the.site').map(({ lines }) => lines)).toEqual([
			'npm run runner:token -- --label a-name',
			'RUNNER_TOKEN=the-token RUNNER_ID=a-name SITE_URL=https://the.site docker compose up -d --build runner-alone',
			'npm ci && npm rebuild\nnode_modules/.bin/node images/main.ts\nRUNNER_TOKEN=the-token RUNNER_ID=a-name SITE_URL=https://the.site node_modules/.bin/node runner/src/main.ts'
		]);
	});
});
