import { expect, test } from 'vitest';
import { createHostCheck, type HostCheckOptions } from './host-check.ts';
import type { Surroundings } from './host/check.ts';

const silent: Surroundings = {
	kernel: '6.12.0',
	vulnerabilities: {},
	governors: [],
	stat: '',
	smt: '',
	swaps: '',
	randomAddresses: '',
	corePattern: '',
	hugePages: '',
	noTurbo: '',
	boost: ''
};
const withSwap = { ...silent, swaps: 'Filename\n/dev/sda2\n' };

function checked(read: HostCheckOptions['read'], measures = true) {
	const lines: unknown[] = [];
	const log = { warn: (...words: unknown[]) => void lines.push(words) };
	const cellsRefused = () => undefined;
	return {
		lines,
		check: createHostCheck({ read, sharedCore: undefined, cellsRefused, measures, log })
	};
}

test('each finding is logged once, and reported as long as it holds', async () => {
	const reads = [withSwap, { ...withSwap, smt: '1' }, silent];
	const { lines, check } = checked(() => Promise.resolve(reads.shift() ?? silent));
	expect(check.findings()).toBeUndefined();
	const ids: (string[] | undefined)[] = [];
	for (let looks = 0; looks < 3; looks++) {
		await check.look();
		ids.push(check.findings()?.map(({ id }) => id));
	}
	expect(ids).toEqual([['swap'], ['smt', 'swap'], []]);
	expect(lines).toEqual([
		[{ finding: 'swap', severity: 'unfit' }, expect.stringMatching(/^Swap is on/)],
		[{ finding: 'smt', severity: 'unsafe' }, expect.stringMatching(/^Hyperthreads are on/)]
	]);
});

test('what a sandbox sees is judged once there was a sandbox', async () => {
	const { check } = checked(() => Promise.resolve(silent));
	await check.look(['/dev/null', '/dev/kvm']);
	expect(check.findings()?.map(({ id, severity }) => [id, severity])).toEqual([
		['devices', 'unsafe']
	]);
});

test('a runner that measures nothing cannot be unfit for it', async () => {
	const { check } = checked(() => Promise.resolve({ ...withSwap, smt: '1' }), false);
	await check.look();
	expect(check.findings()?.map(({ id }) => id)).toEqual(['smt']);
});
