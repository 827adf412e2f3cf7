import { expect, test } from 'vitest';
import {
	exactly,
	factsOf,
	measuredAt,
	reportOf,
	variantReport
} from '../../../site/shared/examples.ts';
import { besideDocument, pageOf, tableOf } from './beside-document.ts';

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
	const figures = besideDocument('copies', facts, report({ measured }));
	expect(tableOf(figures).rows).toEqual([
		['copies', 'raw', 'Old, Go 1, “1 ns”', '3.00 cycles', '2.00 cycles'],
		['copies', 'raw', 'Old, “16 B | op”', '16.0 bytes', '24.0 bytes']
	]);
	expect(besideDocument('copies', facts, report({ failure })).map(({ here }) => here)).toEqual([
		'It took too long.',
		'It took too long.'
	]);
	const page = pageOf(figures, ['AMD.']);
	expect(page).toContain('\n- AMD.\n');
	expect(page.slice(page.indexOf('## '))).toBe(
		`## copies

Old, Go 1:

- raw: 3.00 cycles there, 2.00 cycles here. “1 ns”

Old:

- raw: 16.0 bytes there, 24.0 bytes here. “16 B \\| op”
`
	);
});

test('lines of the page fit a terminal, and a list goes on below its text', () => {
	const one = {
		exercise: 'copies',
		place: 'raw',
		machine: 'Old',
		quoted: `counters: ${'number '.repeat(30)}`.trim(),
		there: '1 ns',
		here: '2 ns'
	};
	const lines = pageOf([one], ['A machine '.repeat(20).trim()]).split('\n');
	expect(lines.filter((line) => line.length > 110)).toEqual([]);
	const from = lines.findIndex((line) => line.startsWith('- raw'));
	expect(lines.slice(from + 1, -1).map((line) => line.slice(0, 3))).toEqual(['  n', '  n']);
});
