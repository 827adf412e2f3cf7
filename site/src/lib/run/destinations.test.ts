import { expect, test } from 'vitest';
import { destinationRequest, destinationsOf } from './destinations.ts';

const runner = (id: string, microarchitecture: string, processor: string) => ({
	id,
	microarchitecture,
	processor,
	state: 'ready' as const,
	measures: ['x86-64' as const],
	inspects: ['x86-64' as const, 'arm64' as const]
});
const amd = runner('amd-1', 'znver4', 'AMD Zen 4');
const intel = runner('intel-1', 'raptorlake', 'Intel Raptor Lake');
const any = { on: undefined, label: 'any x86-64 runner' };

test('with one runner there is nothing to choose', () => {
	expect([
		destinationsOf([], { target: 'x86-64' }),
		destinationsOf([amd], { target: 'x86-64' })
	]).toEqual([[], []]);
});

test('runners alike can be chosen by name, and processors of several kinds by kind too', () => {
	expect(destinationsOf([amd, { ...amd, id: 'amd-2' }], { target: 'x86-64' })).toEqual([
		any,
		{ on: 'amd-1', label: 'amd-1: AMD Zen 4' },
		{ on: 'amd-2', label: 'amd-2: AMD Zen 4' }
	]);
	expect(destinationsOf([amd, intel], { target: 'x86-64' })).toEqual([
		any,
		{ on: 'znver4', label: 'any AMD Zen 4' },
		{ on: 'raptorlake', label: 'any Intel Raptor Lake' },
		{ on: 'amd-1', label: 'amd-1: AMD Zen 4' },
		{ on: 'intel-1', label: 'intel-1: Intel Raptor Lake' }
	]);
});

test('who gives no times, or takes no runs, is named as such', () => {
	const ill = { ...intel, state: 'degraded' as const };
	expect(destinationsOf([amd, ill], { target: 'arm64' })).toEqual([
		{ on: undefined, label: 'any arm64 runner' },
		{ on: 'amd-1', label: 'amd-1: AMD Zen 4 (no times)' },
		{ on: 'intel-1', label: 'intel-1: Intel Raptor Lake (takes no runs)' }
	]);
});

test('what a link names stays on the list while it is away', () => {
	expect(destinationsOf([amd], { target: 'x86-64', on: 'intel-1' })).toEqual([
		any,
		{ on: 'intel-1', label: 'intel-1 (not connected)' }
	]);
});

test('a request names a runner or a kind of processor', () => {
	const target = 'x86-64';
	expect([
		destinationRequest([amd], { target }),
		destinationRequest([amd], { target, on: 'amd-1' }),
		destinationRequest([amd], { target, on: 'znver4' })
	]).toEqual([{}, { runner: 'amd-1' }, { microarchitecture: 'znver4' }]);
});
