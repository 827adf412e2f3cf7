import { expect, test } from 'vitest';
import {
	exactly,
	factsOf,
	measuredAt,
	reportOf,
	variantReport
} from '../../../site/shared/examples.ts';
import { besideDocument, pageOf } from './beside-document.ts';

const facts = factsOf(
	'Copies',
	[
		{ id: 'raw', label: 'Raw' },
		{ id: 'copied', label: 'Copied' }
	],
	{
		meters: [{ id: 'heap', label: 'Heap', unit: 'bytes' }]
	}
);

test('each figure stands beside the measurement in its own unit, and a failure beside it has its title', () => {
	const documented = [
		{ machine: 'Old', runtime: 'Go 1', cyclesPerIteration: 3, nsPerIteration: 1, quoted: '1 ns' },
		{ machine: 'Old', meter: { id: 'heap', perIteration: 16 }, quoted: '16 B | op' }
	];
	const measured = measuredAt(2, { meters: { heap: exactly(24) } });
	const failure = {
		...({ stage: 'measure', kind: 'timeout', variant: 'raw', limitMs: 1, hint: '' } as const),
		title: 'It took too long.'
	};
	const report = (point: object) =>
		reportOf([variantReport('raw', { points: [{ parameters: {}, documented, ...point }] })]);
	const rows = besideDocument('copies', facts, report({ measured }));
	expect(rows).toEqual([
		['copies', 'raw', 'Old, Go 1, “1 ns”', '3.00 cycles', '2.00 cycles'],
		['copies', 'raw', 'Old, “16 B | op”', '16.0 bytes', '24.0 bytes']
	]);
	expect(besideDocument('copies', facts, report({ failure })).map((row) => row.at(-1))).toEqual([
		'It took too long.',
		'It took too long.'
	]);
	expect(pageOf(rows, ['AMD.'])).toContain('\n- AMD.\n');
	expect(pageOf(rows, [])).toContain(
		'| copies | raw | Old, “16 B \\| op” | 16.0 bytes | 24.0 bytes |'
	);
});
