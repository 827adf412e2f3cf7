import { expect, test } from 'vitest';
import {
	factsOf,
	measuredAt,
	predictedFor,
	reportOf,
	variantReport
} from '../../../shared/examples.ts';
import { csvOf } from './csv.ts';

const kept = { id: 'AAAAAAAAAAAAAAAAAAAAAA', createdAt: '2026-11-21T10:00:00Z' };
const origin = 'https://cycles.example';

test('every number has a line with its source; a label is never a formula', () => {
	const facts = factsOf(
		'T',
		[
			{ id: 'a', label: '=1+1, "really"' },
			{ id: 'b', label: 'Plain' }
		],
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
			points: [{ parameters: {}, documented: [], measured: measuredAt(2) }]
		}),
		variantReport('b')
	]);
	expect(csvOf({ ...kept, facts, report }, origin).split('\r\n')).toEqual([
		'variant,label,edited,parameter,value,quantity,unit,kind,by,median,low,high,samples,source',
		`a,"'=1+1, ""really""",false,,,time,cycles,predicted,NeoverseV2,1.5,,,,`,
		`a,"'=1+1, ""really""",false,,,time,cycles,measured,AMD Zen 5,2,2,2,55,`,
		`a,"'=1+1, ""really""",false,,,instructions,count,counted,x86-64,4,,,,`,
		'b,Plain,false,,,time,cycles,documented,Old machine,6,,,,',
		''
	]);
});

test('a line of edited code is marked and has the address of its source', () => {
	const facts = factsOf('T', [
		{ id: 'a', label: 'Plain' },
		{ id: 'b', label: 'Other' }
	]);
	const report = reportOf([variantReport('b', { instructionsPerIteration: 1, edited: true })]);
	expect(
		csvOf({ ...kept, facts, report }, origin)
			.split('\r\n')
			.slice(1)
	).toEqual([
		'b,Other,true,,,instructions,count,counted,x86-64,1,,,,https://cycles.example/s/AAAAAAAAAAAAAAAAAAAAAA#source-of-b',
		''
	]);
});
