import { expect, test } from 'vitest';
import {
	exactly,
	factsOf,
	measuredAt,
	reportOf,
	variantReport
} from '../../../site/fixtures/examples.ts';
import { besideDocument, documentsLanguage, pageOf, tableOf } from './beside-document.ts';

const facts = factsOf(
	'Copies',
	{ raw: 'Raw', copied: 'Copied' },
	{
		meters: [{ id: 'heap', label: 'Heap', unit: 'bytes' }]
	}
);

const copies = { slug: 'copies', facts, sources: { raw: 'Cyclelab.meter("heap", 24)' } };

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
	const figures = besideDocument(copies, 'cr', report({ measured }));
	expect(tableOf(figures).rows).toEqual([
		['copies', 'raw', 'Old, Go 1, “1 ns”', '3.00 cycles', '2.00 cycles'],
		['copies', 'raw', 'Old, “16 B | op”', '16.0 bytes', '24.0 bytes']
	]);
	expect(besideDocument(copies, 'cr', report({ failure })).map(({ here }) => here)).toEqual([
		'It took too long.',
		'It took too long.'
	]);
	const page = pageOf(figures, ['AMD.']);
	expect(page).toContain('\n- AMD.\n');
	expect(page.slice(page.indexOf('## '))).toBe(
		`## copies

In Crystal.

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
		language: 'cr' as const,
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

test('a meter that the code does not report is not measured, and no 0', () => {
	const documented = [{ machine: 'Old', meter: { id: 'heap', perIteration: 16 }, quoted: '16 B' }];
	const measured = measuredAt(2, { meters: { heap: exactly(0) } });
	const report = reportOf([
		variantReport('raw', { points: [{ parameters: {}, documented, measured }] })
	]);
	const hereIn = (sources: Record<string, string>) =>
		besideDocument({ ...copies, sources }, 'c', report).map(({ here }) => here);
	expect(hereIn({ raw: 'return sum;' })).toEqual(['not measured']);
	expect(hereIn(copies.sources)).toEqual(['0 bytes']);
});

test('beside a mean, a fastest and a slowest run stands the same statistic of the samples', () => {
	const machines = (['mean', 'fastest', 'slowest'] as const).map((statistic) => ({
		id: statistic,
		name: `Old, ${statistic}`,
		statistic
	}));
	const documented = machines.map(({ name }) => ({
		machine: name,
		nsPerIteration: 9,
		quoted: '9 ns'
	}));
	const sample = (cycles: number, accepted = true) => ({
		process: 0,
		iterations: 1,
		ticks: [cycles, 2 * cycles] as [number, number],
		ticksPerCycle: [1, 1] as [number, number],
		switches: 0,
		accepted
	});
	const measured = measuredAt(4, {
		clockGHz: 2,
		raw: [sample(2), sample(4), sample(12), sample(100, false)]
	});
	const report = reportOf([
		variantReport('raw', { points: [{ parameters: {}, documented, measured }] })
	]);
	const figures = besideDocument({ ...copies, facts: { ...facts, machines } }, 'cs', report);
	expect(figures.map(({ here }) => here)).toEqual([
		'3.00 ns (mean)',
		'1.00 ns (fastest)',
		'6.00 ns (slowest)'
	]);
});

test('the language is the document’s where the exercise has it', () => {
	const written = { ...facts, document: { ...facts.document, language: 'cr' as const } };
	expect(documentsLanguage(written, ['c', 'cr'])).toBe('cr');
	expect(documentsLanguage(written, ['c', 'go'])).toBe('c');
	expect(documentsLanguage(facts, ['cs', 'go'])).toBe('cs');
});
