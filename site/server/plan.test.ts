import { describe, expect, test } from 'vitest';
import { isSlowLine, lineOf, noticeOf, queueOf, serves } from './plan.ts';

const runner = (
	id: string,
	arch: 'x86-64' | 'arm64',
	state: 'ready' | 'degraded' = 'ready',
	reason?: string
) => ({
	id,
	arch,
	measures: [arch],
	inspects: ['x86-64' as const, 'arm64' as const],
	state,
	...(reason === undefined ? {} : { reason })
});
const intel = runner('intel', 'x86-64');
const arm = runner('arm', 'arm64');

describe('the line a run waits in', () => {
	test("is its target's, whether or not somebody measures it now", () => {
		expect(
			queueOf({ compilers: ['gcc-14'], target: 'x86-64', stages: ['inspect', 'measure'] }, [])
		).toBe('x86-64');
		expect(
			queueOf({ compilers: ['gcc-14'], target: 'arm64', stages: ['inspect', 'measure'] }, [intel])
		).toBe('arm64');
		expect(
			queueOf({ compilers: ['gcc-14'], target: 'arm64', stages: ['inspect'] }, [intel, arm])
		).toBe('arm64');
	});

	test('is of a runner with the cross tools if it is only inspected and nobody measures its target', () => {
		expect(queueOf({ compilers: ['gcc-14'], target: 'arm64', stages: ['inspect'] }, [intel])).toBe(
			'x86-64'
		);
		expect(queueOf({ compilers: ['gcc-14'], target: 'arm64', stages: ['inspect'] }, [])).toBe(
			'arm64'
		);
	});

	test('is of the runner it names', () => {
		expect(
			queueOf({ compilers: ['gcc-14'], target: 'x86-64', runner: 'intel', stages: ['measure'] }, [
				intel
			])
		).toBe('x86-64.intel');
	});

	test('is one of its own for builds that may take a minute', () => {
		const slow = {
			compilers: ['crystal-1.14'],
			target: 'x86-64',
			stages: ['measure']
		} as const;
		expect(queueOf({ ...slow, stages: [...slow.stages] }, [intel])).toBe('x86-64/slow');
		expect(queueOf({ ...slow, stages: [...slow.stages], runner: 'intel' }, [intel])).toBe(
			'x86-64.intel/slow'
		);
		expect(['x86-64/slow', 'x86-64'].map(isSlowLine)).toEqual([true, false]);
	});

	test('is one of those its runner serves', () => {
		const own = lineOf('x86-64', 'intel');
		expect(serves(intel)).toEqual([own, 'x86-64', `${own}/slow`, 'x86-64/slow']);
	});
});

describe('a line nobody serves', () => {
	test('says that no runner is connected, and of which kind', () => {
		expect(noticeOf('x86-64', [intel])).toBeUndefined();
		expect(noticeOf('arm64', [intel])).toBe(
			'No arm64 runner is connected. The run waits in the line and starts as soon as one is.'
		);
		expect(noticeOf('x86-64.amd/slow', [intel])).toBe(
			'The runner amd is not connected. The run waits and starts when it is back.'
		);
	});

	test('says why its only runner takes no runs', () => {
		const reason = 'Docker does not answer on intel.';
		expect(noticeOf('x86-64', [runner('intel', 'x86-64', 'degraded', reason)])).toBe(reason);
		expect(
			noticeOf('x86-64', [runner('intel', 'x86-64', 'degraded'), runner('amd', 'x86-64')])
		).toBeUndefined();
		expect(noticeOf('x86-64', [runner('intel', 'x86-64', 'degraded')])).toBe(
			'The runner intel takes no runs at the moment.'
		);
	});
});
