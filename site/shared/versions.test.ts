import { expect, test } from 'vitest';
import type { Measured } from '@cyclelab/contract/schema/measurement';
import { host, measuredAt, reportOf, variantReport } from '../fixtures/examples.ts';
import { Versions, versionsOf } from './versions.ts';

const timed = (median: number, by: number): Measured =>
	measuredAt(median, {
		cyclesPerIteration: { median, low: median * (1 - by), high: median * (1 + by) }
	});
const variant = (id: string, cycles: Measured, texts: string[], instructionsPerIteration = 5) =>
	variantReport(id, {
		instructionsPerIteration,
		points: [{ parameters: {}, documented: [], measured: cycles }],
		functions: [
			{
				symbol: 'kernel',
				address: '0x0',
				instructions: texts.map((text, at) => ({ address: `0x${at}`, text }))
			}
		]
	});
const code = ['xor eax, eax', 'mov rcx, qword ptr [rip + 0x10]', 'ret'];
const of = (first: ReturnType<typeof variant>, second: ReturnType<typeof variant>) =>
	Versions.parse(versionsOf(reportOf([first, second]), 'b', 'a'));

test('a difference beyond the noise floor is one, and its interval is at least as wide', () => {
	const { time, instructions } = of(
		variant('a', timed(4, 0.001), code),
		variant('b', timed(5, 0.001), code, 6)
	);
	expect(instructions).toEqual({ of: 6, to: 5 });
	expect(time?.verdict).toBe('slower');
	expect(time?.ratio.median).toBeCloseTo(1.25);
	expect(time?.ratio.low).toBeCloseTo(1.25 / (1 + (time?.floor ?? 0)));
	expect(time?.judged).toEqual({ low: time?.ratio.low, high: time?.ratio.high });
});

test('a difference within the noise floor counts as none', () => {
	const { time } = of(variant('a', timed(4, 0.001), code), variant('b', timed(4.03, 0.001), code));
	expect(time?.verdict).toBe('same');
	expect(time?.judged).toEqual({ low: 1, high: 1 });
	const wide = of(variant('a', timed(4, 0.05), code), variant('b', timed(4.03, 0.05), code));
	expect(wide.time?.verdict).toBe('unclear');
	expect(wide.time?.judged.low).toBeLessThan(0.95);
});

test('machine code is compared without the distances of data', () => {
	const moved = code.map((text) => text.replace('0x10', '0x20'));
	const same = of(variant('a', timed(4, 0), code), variant('b', timed(4, 0), moved));
	expect(same.machineCode).toEqual({ isSame: true, hunks: [] });
	const changed = ['mov eax, 0', ...code.slice(1)];
	const { machineCode } = of(variant('a', timed(4, 0), code), variant('b', timed(4, 0), changed));
	expect(machineCode?.hunks[0]?.filter(({ kind }) => kind !== 'same')).toEqual([
		{ kind: 'gone', text: 'xor eax, eax' },
		{ kind: 'new', text: 'mov eax, 0' }
	]);
	const long = [...code, ...Array.from({ length: 2000 }, () => 'nop')];
	expect(of(variant('a', timed(4, 0), code), variant('b', timed(4, 0), long)).machineCode).toEqual({
		isSame: false,
		hunks: []
	});
});

test('names that differ in the crate of each variant are the same', () => {
	const named = (id: string) =>
		variantReport(id, {
			functions: [
				{
					symbol: `${id}::codec::hot`,
					address: '0x0',
					instructions: [{ address: '0x0', text: `call 0x1${id} <${id}::codec::a::next>` }]
				}
			]
		});
	expect(versionsOf(reportOf([named('a'), named('b')]), 'b', 'a')?.machineCode).toEqual({
		isSame: true,
		hunks: []
	});
});

test('what was not measured has no time, nor has an emulated host, and an absent variant no answer', () => {
	const first = variant('a', timed(4, 0), code);
	const uncompiled = variantReport('b', { instructionsPerIteration: 5, points: [], functions: [] });
	const report = reportOf([first, uncompiled]);
	expect(versionsOf(report, 'b', 'a')).toEqual({
		of: 'b',
		to: 'a',
		instructions: { of: 5, to: 5 }
	});
	expect(versionsOf(report, 'c', 'a')).toBeUndefined();
	const emulated = reportOf([first, variant('b', timed(4, 0), code)]);
	emulated.runner.host = { ...host, emulated: true };
	expect(versionsOf(emulated, 'b', 'a')?.time).toBeUndefined();
});
