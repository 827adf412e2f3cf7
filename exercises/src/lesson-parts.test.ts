import { expect, test } from 'vitest';
import { checkFigures, lessonParts } from './lesson-parts.ts';
import type { Facts } from './facts.ts';
import type { Figure } from './figure.ts';

const chains =
	'::figure{name=chains operations="floating-point additions" latency=4 starts=2 rows="1=one 4=four" source="A model"}';

const figureOf = (line: string): Figure => {
	const [part] = lessonParts(line);
	if (!part || !('figure' in part)) throw new Error('no figure');
	return part.figure;
};

test('a lesson is divided at its figures, which get their data as numbers, lists and words', () => {
	expect(lessonParts(`One.\n\nTwo.\n\n${chains}\n\nThree.\n`)).toEqual([
		{ markdown: 'One.\n\nTwo.' },
		{
			figure: {
				name: 'chains',
				operations: 'floating-point additions',
				latency: 4,
				starts: 2,
				rows: [
					{ accumulators: 1, variant: 'one' },
					{ accumulators: 4, variant: 'four' }
				],
				source: 'A model'
			}
		},
		{ markdown: 'Three.' }
	]);
	expect(figureOf('::figure{name=store-buffer cases="bytes: 0 1 > 0-1; part: 0-7 > 4-7"}')).toEqual(
		{
			name: 'store-buffer',
			cases: [
				{
					variant: 'bytes',
					stores: [
						{ from: 0, to: 0 },
						{ from: 1, to: 1 }
					],
					load: { from: 0, to: 1 }
				},
				{ variant: 'part', stores: [{ from: 0, to: 7 }], load: { from: 4, to: 7 } }
			]
		}
	);
	expect(
		figureOf(
			'::figure{name=address-split variant=one sides="511 512" element=4 line=64 size=32 ways=8 source="A slide"}'
		)
	).toEqual({
		name: 'address-split',
		variant: 'one',
		sides: [511, 512],
		element: 4,
		line: 64,
		size: 32,
		ways: 8,
		source: 'A slide'
	});
});

test('timelines name their variants, and the window the lengths of work to choose from', () => {
	expect(figureOf('::figure{name=timelines variants="chain port"}')).toEqual({
		name: 'timelines',
		variants: ['chain', 'port']
	});
	expect(
		figureOf(
			'::figure{name=window chase=chase latency=400 machine=Here entries=352 width=5 work="64 900" source="A model"}'
		)
	).toMatchObject({ latency: 400, entries: 352, width: 5, work: [64, 900] });
});

test('general drawings: cases with their lanes or rows, marks, and a sentence', () => {
	expect(
		figureOf(
			'::figure{name=lanes title="A guess" legend="It is" unit=steps cases="Wrong | Core A: 0-2 path!, 2-3.5 other path* | B: 0-1 waits~ | = It pays. ; Right | Core A: 0-2 path | = It does not." source="A test"}'
		)
	).toEqual({
		name: 'lanes',
		title: 'A guess',
		legend: 'It is',
		unit: 'steps',
		cases: [
			{
				label: 'Wrong',
				rows: [
					{
						label: 'Core A',
						bars: [
							{ from: 0, to: 2, text: 'path', kind: 'lost' },
							{ from: 2, to: 3.5, text: 'other path', kind: 'chosen' }
						]
					},
					{ label: 'B', bars: [{ from: 0, to: 1, text: 'waits', kind: 'waiting' }] }
				],
				sentence: 'It pays.'
			},
			{
				label: 'Right',
				rows: [{ label: 'Core A', bars: [{ from: 0, to: 2, text: 'path', kind: 'plain' }] }],
				sentence: 'It does not.'
			}
		],
		source: 'A test'
	});
	expect(
		figureOf(
			'::figure{name=cells title="A set" legend="Lines" cases="Two | Set 0: A*, B! | = Both fit." source="A test"}'
		)
	).toMatchObject({
		cases: [
			{
				label: 'Two',
				rows: [
					{
						label: 'Set 0',
						cells: [
							{ text: 'A', kind: 'chosen' },
							{ text: 'B', kind: 'lost' }
						]
					}
				],
				sentence: 'Both fit.'
			}
		]
	});
});

test.each([
	['0-2 a | = It overlaps.', 'write each lane as'],
	['A: 0-2 a, 1-3 b | = It overlaps.', 'do not overlap'],
	['A: 2-2 a | = It has no length.', 'a bar ends after it begins'],
	['A: 0-2 a', 'a sentence that says what it shows']
])('a drawing with the case “%s” is refused', (written, message) => {
	expect(() =>
		lessonParts(
			`::figure{name=lanes title=T legend=L unit=steps cases="Case | ${written}" source="A test"}`
		)
	).toThrow(message);
});

test('a question may name two places of the exercise, or none', () => {
	expect(
		figureOf('::figure{name=question text="Why?" answer="So." of="coin length=1000" to=plain}')
	).toEqual({
		name: 'question',
		text: 'Why?',
		answer: 'So.',
		of: { variant: 'coin', parameters: { length: 1000 } },
		to: { variant: 'plain', parameters: {} }
	});
	expect(() => lessonParts('::figure{name=question text="Why?" answer="So." of=coin}')).toThrow(
		'name both places, or none'
	);
});

test('a lesson without a figure is one part, and colons inside a line are text', () => {
	expect(lessonParts('A std::vector.\n\nEnd.')).toEqual([{ markdown: 'A std::vector.\n\nEnd.' }]);
});

test.each([
	['::figure{name=chians}', 'it places the figure “chians”, which does not exist. Name one of'],
	['::figure{}', 'it places the figure “”, which does not exist. Name one of'],
	['::picture{name=chains}', 'the line “::picture{name=chains}” is no directive. Write ::figure{'],
	['::figure{name=chains} and more', 'is no directive.'],
	['::figure{name=chains latency=4 starts}', 'cannot be read. Write ::figure{'],
	[chains.replace(' latency=4', ''), 'its figure “chains” lacks data'],
	[chains.replace('latency=4', 'latency=0'), 'its figure “chains” lacks data'],
	[chains.replace('4=four', 'four'), 'write each as accumulators=variant, as in 2=two'],
	[chains.replace('starts=2', 'starts=2 width=7'), 'Unrecognized key: "width"'],
	['::figure{name=store-buffer cases="a: 0 > 5-4; b: 0 > 0"}', 'the bytes are 0 to 7']
])('%s is refused in a sentence', (line, sentence) => {
	expect(() => lessonParts(`One.\n\n${line}\n`)).toThrow(sentence);
});

test('a figure fits the exercise of its lesson', () => {
	const variants = ['one', 'four'].map((id) => ({ id, label: id, claim: 'C.' }));
	const one = figureOf(chains);
	expect(checkFigures([one], { variants })).toBeUndefined();
	expect(checkFigures([one, one], { variants })).toBe(
		'it places the figure “chains” twice. Remove one of them.'
	);
	expect(checkFigures([figureOf(chains.replace('=four', '=fourth'))], { variants })).toBe(
		'its figure “chains” names the variant “fourth”, which the exercise does not have. Name one of one, four.'
	);
	expect(
		checkFigures([figureOf('::figure{name=memory-hierarchy chase=one}')], { variants })
	).toMatch(/^its figure “memory-hierarchy” needs a sweep in bytes/);
	expect(
		checkFigures([figureOf('::figure{name=timelines variants="one five"}')], { variants })
	).toMatch(/^its figure “timelines” names the variant “five”/);
	const onMono = figureOf('::figure{name=question text=T answer=A of=one-mono to=four-mono}');
	expect(checkFigures([onMono], { variants, runtimes: ['mono'] })).toBeUndefined();
	expect(checkFigures([onMono], { variants, runtimes: ['coreclr'] })).toMatch(
		/names the variant “one-mono”/
	);
	const split = figureOf(
		'::figure{name=address-split variant=one sides="511 512" element=4 line=64 size=32 ways=8 source=A}'
	);
	const sweep: Facts['sweep'] = {
		name: 'side',
		label: 'Side',
		values: [511, 513],
		unit: 'count',
		scale: 'log'
	};
	expect(checkFigures([split], { variants, sweep })).toBe(
		'its figure “address-split” shows 512, which the exercise does not measure. Add 512 to the sweep, or remove it.'
	);
});
