import { expect, test } from 'vitest';
import { factsOf, measuredAt, predictedFor, reportOf, variantReport } from '../examples.ts';
import { csvOf } from './csv.ts';

test('every number stands on a line of its own, with what gave it; a label is never a formula', () => {
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
	expect(csvOf({ facts, report }).split('\r\n')).toEqual([
		'variant,label,edited,parameter,value,quantity,unit,kind,by,median,low,high,samples',
		`a,"'=1+1, ""really""",false,,,time,cycles,predicted,NeoverseV2,1.5,,,`,
		`a,"'=1+1, ""really""",false,,,time,cycles,measured,AMD Zen 5,2,2,2,55`,
		`a,"'=1+1, ""really""",false,,,instructions,count,counted,x86-64,4,,,`,
		'b,Plain,false,,,time,cycles,documented,Old machine,6,,,',
		''
	]);
});
