import { expect, test } from 'vitest';
import {
	factsOf,
	measuredAt,
	pointOf,
	predictedFor,
	reportOf,
	variantReport
} from '../../../fixtures/examples.ts';
import { csvOf } from './csv.ts';

const kept = { id: 'AAAAAAAAAAAAAAAAAAAAAA', createdAt: '2026-11-21T10:00:00Z' };
const origin = 'https://cycles.example';

test('every number has a line with its source; a label is never a formula', () => {
	const facts = factsOf(
		'T',
		{ a: '=1+1, "really"', b: 'Plain' },
		{
			machines: [{ id: 'm', name: 'Old machine', clockGHz: 2 }],
			documented: [
				{ machine: 'm', variant: 'b', parameters: {}, nsPerIteration: 3, quoted: '3 ns' }
			]
		}
	);
	const report = reportOf([
		variantReport('a', {
			instructionsPerIteration: 4,
			predictions: [predictedFor(1.5)],
			points: [pointOf(2)],
			events: [
				{
					parameters: {},
					iterations: 1000,
					all: { loads: 1, l1Misses: 0.125 },
					instructions: [],
					prediction: {
						model: 'Znver5',
						cyclesPerIteration: 1.9,
						parts: { core: 1.9 },
						latencies: [4, 14, 50, 300]
					}
				}
			]
		}),
		variantReport('b')
	]);
	expect(csvOf({ ...kept, facts, report }, origin).split('\r\n')).toEqual([
		'variant,label,edited,parameter,value,quantity,unit,kind,by,median,low,high,samples,source,flags',
		`a,"'=1+1, ""really""",false,,,time,cycles,predicted,NeoverseV2,1.5,,,,,`,
		`a,"'=1+1, ""really""",false,,,time,cycles,measured,AMD Zen 5,2,2,2,55,,`,
		`a,"'=1+1, ""really""",false,,,instructions,count,counted,x86-64,4,,,,,`,
		`a,"'=1+1, ""really""",false,,,time,cycles,predicted with events,Znver5,1.9,,,,,`,
		`a,"'=1+1, ""really""",false,,,loads,count,simulated,AMD Zen 5,1,,,,,`,
		`a,"'=1+1, ""really""",false,,,l1Misses,count,simulated,AMD Zen 5,0.125,,,,,`,
		'b,Plain,false,,,time,cycles,documented,Old machine,6,,,,,',
		''
	]);
});

test('several modes have a line each, and no number stands for them', () => {
	const facts = factsOf('T', { a: 'Plain', b: 'Other' });
	const modes = [6.82, 4.34].map((centre) => ({ centre, share: 0.5 }));
	const interval = { median: 6.22, low: 4.3, high: 6.9 };
	const measured = measuredAt(6.22, { modes, cyclesPerIteration: interval });
	const report = reportOf([
		variantReport('a', { points: [{ parameters: {}, documented: [], measured }] })
	]);
	expect(
		csvOf({ ...kept, facts, report }, origin)
			.split('\r\n')
			.slice(1)
	).toEqual([
		'a,Plain,false,,,time,cycles,measured,AMD Zen 5,,4.3,6.9,55,,',
		'a,Plain,false,,,time,cycles,mode,AMD Zen 5,6.82,,,,,',
		'a,Plain,false,,,time,cycles,mode,AMD Zen 5,4.34,,,,,',
		''
	]);
});

test('what an iteration executes elsewhere, and for other data, has lines of its own', () => {
	const facts = factsOf('T', { a: 'Plain', b: 'Other' });
	const report = reportOf([
		variantReport('a', {
			instructionsPerIteration: 2,
			dataWork: { counted: 2, other: 2.5 },
			unshown: [
				{ file: 'libc.so.6', from: '0x10', to: '0x20', instructionsPerIteration: 190, share: 0.9 }
			]
		})
	]);
	expect(
		csvOf({ ...kept, facts, report }, origin)
			.split('\r\n')
			.slice(1)
	).toEqual([
		'a,Plain,false,,,instructions,count,counted,x86-64,2,,,,,',
		'a,Plain,false,,,instructions,count,"counted, not shown",x86-64,190,,,,,',
		'a,Plain,false,,,instructions,count,counted for other data,x86-64,2.5,,,,,',
		''
	]);
});

test('a line of edited code is marked and has the address of its source and the flags of the request', () => {
	const facts = factsOf('T', { a: 'Plain', b: 'Other' });
	const report = reportOf([
		variantReport('b', { instructionsPerIteration: 1, edited: true, addedFlags: ['-O0', '-Dn'] })
	]);
	expect(
		csvOf({ ...kept, facts, report }, origin)
			.split('\r\n')
			.slice(1)
	).toEqual([
		"b,Other,true,,,instructions,count,counted,x86-64,1,,,,https://cycles.example/s/AAAAAAAAAAAAAAAAAAAAAA#source-of-b,'-O0 -Dn",
		''
	]);
});
