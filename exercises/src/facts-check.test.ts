import { expect, test } from 'vitest';
import { checkFacts } from './facts-check.ts';
import { at, right } from './fixtures/facts.ts';
import { Facts } from './facts.ts';

test('facts without a mistake are not complained about', () => {
	expect(checkFacts(right)).toEqual([]);
});

const [claim] = right.claims;
const [code] = right.codeClaims;
const [pair] = right.pairClaims;
const [figure] = right.documented;
const { challenge, sweep } = right;
if (!claim || !code || !pair || !figure || !challenge || !sweep) throw new Error('no facts');
const goal = (one: object) => ({ challenge: { ...challenge, goals: [one] } });

const mistakes: [what: string, change: object, path: string, message: string][] = [
	['a baseline that is no variant', { baseline: 'won' }, 'baseline', 'no variant "won"'],
	[
		'two variants of one id',
		{ variants: [...right.variants, right.variants[0]] },
		'variants',
		'two variants share an id'
	],
	[
		"a variant that has a solution's name",
		{
			variants: [...right.variants, { id: 'solution', label: 'S', claim: 'S.' }],
			codeClaims: [code, { ...code, id: 'solves', of: at('solution') }]
		},
		'variants',
		'"solution" is the name of a challenge\'s solution'
	],
	[
		'a variant without a claim',
		{ variants: [...right.variants, { id: 'three', label: 'T', claim: 'T.' }] },
		'variants.2',
		'no claim concerns "three"'
	],
	[
		'a question about no variant',
		{ question: { ...right.question, of: at('won') } },
		'question.of.variant',
		'no variant "won"'
	],
	[
		'another question about no variant',
		{ questionIn: { go: { ...right.question, to: at('won') } } },
		'go.to.variant',
		'no variant "won"'
	],
	[
		'a question about an unknown meter',
		{ question: { ...right.question, measure: 'stack' } },
		'question.measure',
		'"stack" is not time, instructions or one of the meters'
	],
	[
		'a claim about no variant',
		{ claims: [claim, { ...claim, id: 'more', to: at('won') }] },
		'claims.1.to.variant',
		'no variant "won"'
	],
	[
		'a claim at a value that is not swept',
		{ claims: [{ ...claim, of: at('one', 65) }] },
		'claims.0.of.parameters.size',
		"65 is not among the sweep's values"
	],
	[
		'a claim at no value',
		{ claims: [{ ...claim, of: { variant: 'one', parameters: {} } }] },
		'claims.0.of.parameters',
		'"size" must be given'
	],
	[
		'a claim at an unknown parameter',
		{ claims: [{ ...claim, of: { variant: 'one', parameters: { size: 64, sice: 64 } } }] },
		'claims.0.of.parameters',
		'no parameter "sice"'
	],
	[
		'a claim on a runtime that is not run',
		{ runtimes: undefined, claims: [{ ...claim, of: { ...at('one'), runtime: 'mono' } }] },
		'claims.0.of.runtime',
		'"mono" is not among its runtimes'
	],
	[
		'a claim without a bound',
		{ claims: [{ ...claim, atLeast: undefined }] },
		'claims.0',
		'it needs atLeast or atMost'
	],
	[
		'a claim about instructions where they are not counted',
		{ claims: [{ ...claim, measure: 'instructions', to: at('two', 128) }] },
		'claims.0.to',
		'instructions are counted at size 64 only'
	],
	[
		'a claim seen and not seen on one processor',
		{ claims: [{ ...claim, seenOn: ['znver4'], absentOn: ['znver4'] }] },
		'claims.0',
		'"znver4" stands in seenOn and in absentOn'
	],
	[
		'two claims of one id',
		{ codeClaims: [{ ...code, id: 'faster' }] },
		'claims',
		'two claims share the id "faster"'
	],
	[
		'a claim about code with neither',
		{ codeClaims: [{ ...code, code: { times: 1, where: 'loop' } }] },
		'codeClaims.0.code',
		'it needs has or lacks'
	],
	[
		'a pattern that is none',
		{ codeClaims: [{ ...code, code: { ...code.code, has: '(add' } }] },
		'codeClaims.0.code',
		'"(add" is no regular expression'
	],
	[
		'a claim about pairs without a bound',
		{ pairClaims: [{ ...pair, atLeast: undefined }] },
		'pairClaims.0',
		'it needs atLeast or atMost'
	],
	[
		'a figure of no machine',
		{ documented: [{ ...figure, machine: 'new' }] },
		'documented.0.machine',
		'no machine "new"'
	],
	[
		'a figure of an unknown meter',
		{
			documented: [
				{ ...figure, nsPerIteration: undefined, meter: { id: 'stack', perIteration: 1 } }
			]
		},
		'documented.0.meter',
		'no meter "stack"'
	],
	[
		"a meter with another measure's name",
		{ meters: [...right.meters, { id: 'code', label: 'Code', unit: 'bytes' }] },
		'meters.1.id',
		'"code" is the name of another measure'
	],
	[
		'a blind spot of no variant',
		{ blindSpots: [{ variants: ['won'], label: 'B', sentence: 'B.' }] },
		'blindSpots.0.variants.0',
		'no variant "won"'
	],
	[
		'a goal of the time that a clock decides, without a lower bound',
		{
			challenge: {
				...challenge,
				byClock: true,
				goals: [{ kind: 'ratio', measure: 'time', to: at('two'), atMost: 1.1 }]
			}
		},
		'challenge.goals.0',
		'of what a clock decides, only time with both bounds and code are goals'
	],
	[
		'a challenge that starts from no variant',
		{ challenge: { ...challenge, start: at('won') } },
		'challenge.start.variant',
		'no variant "won"'
	],
	[
		'a challenge that compares the attempt with itself',
		goal({ kind: 'ratio', measure: 'time', to: challenge.start, atMost: 0.8 }),
		'challenge.goals.0.to',
		'the attempt is there, so it would be compared with itself'
	],
	[
		'a goal without a bound',
		goal({ kind: 'ratio', measure: 'time', to: at('two') }),
		'challenge.goals.0',
		'it needs atLeast or atMost'
	],
	[
		'a goal that looks for nothing',
		goal({ kind: 'code', text: 'C.', code: { times: 1, where: 'all' } }),
		'challenge.goals.0.code',
		'it needs has or lacks'
	]
];

test.each(mistakes)('%s is complained about', (_, change, path, message) => {
	const complaints = checkFacts({ ...right, ...change } as Facts);
	expect(complaints.map((complaint) => ({ ...complaint, path: complaint.path.join('.') }))).toEqual(
		[{ path, message }]
	);
});

test('a figure needs a machine', () => {
	const { machine, ...rest } = figure;
	const parsed = Facts.safeParse({ ...right, documented: [rest] });
	expect(machine).toBe('old');
	expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
		['documented.0.machine', 'Invalid input: expected string, received undefined']
	]);
});

test('a figure is in one unit', () => {
	const twice = { ...figure, cyclesPerIteration: 4 };
	const parsed = Facts.safeParse({ ...right, documented: [twice] });
	expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
		['documented.0', 'a figure is one of nsPerIteration, cyclesPerIteration and meter']
	]);
});
