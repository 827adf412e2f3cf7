import { expect, test } from 'vitest';
import type { Report } from '@cyclelab/contract/schema/report';
import {
	factsOf,
	host,
	pointOf,
	reportOf,
	runnerOf,
	variantReport
} from '../../../fixtures/examples.ts';
import { machineOf, nameOf, versionsOf, whyAbsent, type SideState } from './notes.ts';

const facts = factsOf(
	'Store',
	{ a: 'A', b: 'B' },
	{
		machines: [{ id: 'm1', name: 'MacBook Pro, Apple M1 Max', target: 'arm64' }],
		documented: [{ machine: 'm1', variant: 'a', parameters: {}, nsPerIteration: 1, quoted: '1 ns' }]
	}
);
const zen = runnerOf({ id: 'local', microarchitecture: 'znver5', processor: 'AMD Zen 5' });

const state = (more: Partial<SideState> = {}): SideState => ({
	side: { target: 'arm64' },
	facts,
	report: undefined,
	hidden: false,
	busy: false,
	unbuilt: undefined,
	runners: [zen],
	...more
});
const point = pointOf(2);
const measured = reportOf([variantReport('a', { points: [point] })]);
const inspected = reportOf([variantReport('a')], { target: 'arm64' });
const emulated: Report = {
	...inspected,
	runner: {
		id: 'qemu',
		arch: 'arm64',
		microarchitecture: 'generic',
		host: { ...host, emulated: true }
	},
	variants: [variantReport('a', { points: [point] })]
};

test('an empty cell names the reason', () => {
	const x86 = { side: { target: 'x86-64' } } as const;
	expect([
		whyAbsent(state()),
		whyAbsent(state({ busy: true })),
		whyAbsent(state({ report: inspected })),
		whyAbsent(state({ report: emulated })),
		whyAbsent(state({ unbuilt: '.NET 8.0 and Mono 6.12' })),
		whyAbsent(state({ side: { target: 'x86-64', on: 'znver4' } })),
		whyAbsent(state(x86)),
		whyAbsent(state({ ...x86, busy: true })),
		whyAbsent(state({ ...x86, report: measured, hidden: true })),
		whyAbsent(state({ ...x86, report: { ...measured, finishedAt: undefined }, hidden: true }))
	]).toEqual([
		'no arm64 runner for this',
		'no arm64 runner for this',
		'no arm64 runner for this',
		'emulated: no times',
		'not built for arm64',
		'znver4 (not connected)',
		'not run yet',
		'not yet',
		'hidden',
		'hidden'
	]);
});

test('a side without a runner lists what is shown instead', () => {
	expect(machineOf(state())).toEqual([
		'No arm64 runner that can measure this is connected, so nothing is measured here.',
		'Shown instead: the document’s figures of MacBook Pro, Apple M1 Max; the assembly; exact counts of instructions; predictions by models of real cores.'
	]);
	expect(machineOf(state({ report: inspected }))).toEqual([
		'Built, counted and predicted by runner local (AMD Zen 5).',
		'No arm64 runner that can measure this is connected, so nothing is measured here.',
		'Shown instead: the document’s figures of MacBook Pro, Apple M1 Max; the assembly; exact counts of instructions; predictions by models of real cores.'
	]);
});

test('an emulated runner is no runner that measures, and is called what it is', () => {
	const qemu = runnerOf({
		id: 'qemu',
		arch: 'arm64',
		measures: [],
		inspects: ['arm64'],
		host: { ...host, arch: 'arm64', emulated: true }
	});
	const both = state({ runners: [zen, qemu] });
	expect([whyAbsent(both), machineOf(both)[0]]).toEqual([
		'emulated: no times',
		'Only emulated arm64 runners are connected, so nothing is measured here.'
	]);
});

test('a side names its machine or its emulator', () => {
	expect(machineOf(state({ side: { target: 'x86-64' }, report: measured }))).toEqual([
		'Measured on AMD Zen 5 (AuthenticAMD 26 2 1), runner local.'
	]);
	expect(machineOf(state({ report: emulated }))[0]).toBe(
		'Runner qemu executes arm64 code in an emulator. What takes time there is no time of a processor, so none is shown.'
	);
	expect(versionsOf(measured)).toEqual(['Clang 22 (1)']);
});

test('a side is called by its architecture, and by its processor where both have the same one', () => {
	const on = (name: string) => state({ side: { target: 'x86-64', on: name } });
	expect([
		nameOf(state(), 'x86-64'),
		nameOf(on('znver5'), 'x86-64'),
		nameOf(on('local'), 'x86-64'),
		nameOf(on('znver5'), 'arm64'),
		nameOf(on('gone'), 'x86-64')
	]).toEqual(['arm64', 'AMD Zen 5', 'local', 'x86-64', 'gone']);
});
