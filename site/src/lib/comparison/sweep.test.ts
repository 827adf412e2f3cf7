import { expect, test } from 'vitest';
import { factsOf, predictedFor, reportOf, variantReport } from '../../../fixtures/examples.ts';
import { rowsOf } from './rows.ts';
import { seriesName, sweepGeometry } from './sweep.ts';

const facts = factsOf(
	'Sizes',
	{ walk: 'Walk', chase: 'Chase' },
	{
		unit: 'ns',
		sweep: { name: 'size', label: 'Size', unit: 'bytes', scale: 'log', values: [4, 8, 16] },
		machines: [{ id: 'old', name: 'Old machine' }],
		documented: [
			{ machine: 'old', variant: 'walk', parameters: { size: 4 }, nsPerIteration: 1, quoted: '1' },
			{ machine: 'old', variant: 'walk', parameters: { size: 16 }, nsPerIteration: 4, quoted: '4' }
		]
	}
);
const box = { width: 300, height: 200, top: 0, right: 0, bottom: 0, left: 0 };

test('before a run the chart holds what the document reports, and nothing else', () => {
	const { documented, measured } = sweepGeometry(facts, rowsOf(facts, undefined), box);
	expect(documented.map(({ key, places }) => [key, places.map(({ row }) => row.at)])).toEqual([
		['Old machine//walk', [4, 16]]
	]);
	expect(measured.map(({ places, path }) => [places, path])).toEqual([
		[[], ''],
		[[], '']
	]);
	expect(documented.map(({ text }) => text)).toEqual(['Old machine']);
});

test('a prediction holds at all places, unless the work grows with the place that it is of', () => {
	const report = reportOf([variantReport('walk', { predictions: [predictedFor(5)] })]);
	const placeIn = (of: typeof facts) =>
		sweepGeometry(of, rowsOf(of, report), box).predicted.map(({ at }) => at);
	const inCycles: typeof facts = { ...facts, unit: 'cycles' };
	const { sweep } = facts;
	const growing = sweep && { ...inCycles, sweep: { ...sweep, changesWork: true as const } };
	expect([placeIn(inCycles), growing && placeIn(growing)]).toEqual([[undefined], [10]]);
});

test('doubling the parameter moves a point by the same distance everywhere', () => {
	const { x } = sweepGeometry(facts, rowsOf(facts, undefined), box);
	expect(x(8) - x(4)).toBeCloseTo(x(16) - x(8));
	expect([x(4), x(16)]).toEqual([10, 300]);
});

test('more time is further up', () => {
	const { y } = sweepGeometry(facts, rowsOf(facts, undefined), box);
	expect(y(4)).toBeLessThan(y(1));
});

test('values that would cover each other are steps apart, others stand at their values', () => {
	const at = (values: number[], scale: 'linear' | 'log' = 'linear') => {
		const swept = factsOf('N', { a: 'A', b: 'B' });
		const sweep = { name: 'n', label: 'N', unit: 'count', scale, values } as const;
		const { x } = sweepGeometry({ ...swept, sweep: { ...sweep, values } }, [], box);
		return values.map(x);
	};
	expect(at([511, 512, 1023, 1024])).toEqual([10, 10 + 290 / 3, 10 + 580 / 3, 300]);
	expect(at([511, 512, 1023, 1024], 'log')).toEqual(at([511, 512, 1023, 1024]));
	expect(at([8, 10, 18])).toEqual([10, 10 + 58, 300]);
});

test('costs over a linear sweep are drawn from zero, over sizes on a log axis', () => {
	const kindOf = (scale: 'linear' | 'log') =>
		sweepGeometry({ ...facts, sweep: { ...facts.sweep!, scale } }, rowsOf(facts, undefined), box)
			.kind;
	expect([kindOf('linear'), kindOf('log')]).toEqual(['linear', 'log']);
});

test('each runtime of a variant has a line with its name', () => {
	expect(
		seriesName({ id: 'a-mono', label: 'Copied, then read, Mono', claim: '', runtime: 'mono' })
	).toBe('Copied, Mono');
});

test('variants whose names begin alike are distinguished by the end of their names', () => {
	const variants = ['Compared, in 16 KB', 'Compared, in 8 MB', 'Compared', 'Added'].map(
		(label, i) => ({ id: `v${i}`, label, claim: '' })
	);
	expect(variants.map((variant) => seriesName(variant, variants))).toEqual([
		'in 16 KB',
		'in 8 MB',
		'Compared',
		'Added'
	]);
	const forms = (['mono', 'coreclr'] as const).map((runtime) => ({
		id: runtime,
		label: 'Copied, then read',
		claim: '',
		runtime
	}));
	expect(forms.map((form) => seriesName(form, forms))).toEqual(['Copied, Mono', 'Copied, CoreCLR']);
});

test('figures of one machine are one line where they are the same for several variants, else each has its name', () => {
	const linesOf = (second: number) => {
		const given = facts.documented.map((documented) => ({ ...documented, variant: 'chase' }));
		const more = given.map((documented) => ({
			...documented,
			nsPerIteration: second * documented.nsPerIteration!
		}));
		const both = { ...facts, documented: [...facts.documented, ...more] };
		return sweepGeometry(both, rowsOf(both, undefined), box).documented.map(({ text }) => text);
	};
	expect([linesOf(1), linesOf(2)]).toEqual([
		['Old machine'],
		['Old machine: Walk', 'Old machine: Chase']
	]);
});
