/** Every claim of every exercise can fail, and holds at the effect it names. */
import { describe, expect, test } from 'vitest';
import { loadExercises } from '../../exercises/src/load.ts';
import { Language, Target, factsIn, type Facts } from '../../exercises/src/schema.ts';
import { forwarding } from '@cyclelab/contract/fixtures/examples';
import { complaintsAbout, fifthOf } from './gate.ts';

const { exercises } = await loadExercises();

test.each(exercises.map((exercise) => ({ name: exercise.slug, exercise })))(
	'the claims of $name can fail',
	({ exercise: { sources, facts } }) => {
		const complaints = Language.options
			.filter((language) => sources[language])
			.flatMap((language) =>
				Target.options.flatMap((target) =>
					complaintsAbout(factsIn(facts, language, target)).map(
						({ claim, sentence }) => `${claim}: ${sentence}.`
					)
				)
			);
		expect([...new Set(complaints)]).toEqual([]);
	}
);

/** The made-up exercise of two variants, with one claim changed. */
const withClaim = (changes: Partial<Facts['claims'][number]>): Facts => ({
	...forwarding,
	documented: [],
	claims: forwarding.claims.map((claim) => ({ ...claim, atLeast: undefined, ...changes }))
});
const about = (changes: Partial<Facts['claims'][number]>) =>
	complaintsAbout(withClaim(changes)).map(({ sentence }) => sentence);

describe('a claim of a difference', () => {
	const effect = { ratio: 6, source: 'a table' };

	test('passes between a fifth of its effect and all of it', () => {
		expect(about({ effect, atLeast: 4 })).toEqual([]);
	});
	test('needs an effect', () => {
		expect(about({ atLeast: 4 })).toEqual(['it names no effect: add effect, with its source']);
	});
	test('must hold at its own effect', () => {
		expect(about({ effect, atLeast: 7 })).toEqual(['it does not hold at its own effect, 6']);
	});
	test('must not hold at a fifth of it, unless it says why', () => {
		expect(about({ effect, atLeast: 1.5 })).toEqual([
			'it holds at 2, a fifth of its effect (6): raise the bound, or say in because which machine needs it'
		]);
		expect(about({ effect, atLeast: 1.5, because: 'Zen 5 takes 1.6 times as long.' })).toEqual([]);
	});
	test('takes the effect from the document', () => {
		const facts = withClaim({ atLeast: 4 });
		const documented = ['word', 'bytes'].map((variant, i) => ({
			machine: 'old',
			variant,
			parameters: {},
			quoted: 'a row',
			nsPerIteration: [1, 3][i]
		}));
		expect(complaintsAbout({ ...facts, documented }).map(({ sentence }) => sentence)).toEqual([
			'it does not hold at its own effect, 3'
		]);
	});
});

describe('a claim that two places cost the same', () => {
	const ifWrong = { ratio: 1.5, idea: 'the second access waits for the first' };

	test('passes if the wrong idea refutes it', () => {
		expect(about({ atMost: 1.1, ifWrong })).toEqual([]);
	});
	test('needs the wrong idea', () => {
		expect(about({ atMost: 1.1 })).toEqual([
			'it names no ratio that would refute it: add ifWrong, with the idea that leads there'
		]);
	});
	test('must not hold at the ratio of the wrong idea', () => {
		expect(about({ atMost: 2, ifWrong })).toEqual([
			'it holds at 1.5 as well, the ratio that should refute it'
		]);
	});
});

describe('a claim about code', () => {
	const withCode = (changes: Partial<Facts['codeClaims'][number]>): Facts => ({
		...withClaim({ atLeast: 4, effect: { ratio: 6, source: 'a table' } }),
		codeClaims: [
			{
				id: 'moves',
				statement: 'It moves.',
				of: { variant: 'word', parameters: {} },
				code: { has: '^mov', times: 1, where: 'loop' },
				target: 'x86-64',
				...changes
			}
		]
	});
	const aboutCode = (changes: Partial<Facts['codeClaims'][number]>) =>
		complaintsAbout(withCode(changes)).map(({ sentence }) => sentence);

	test('must not hold of a loop without anything', () => {
		expect(aboutCode({})).toEqual([]);
		expect(aboutCode({ code: { has: 'cmp', times: 1, where: 'loop' } })).toEqual([
			'it holds of an empty loop'
		]);
	});
	test('about what is absent names an instruction that refutes it', () => {
		const code = { lacks: 'xmm', times: 1, where: 'all' } as const;
		expect(aboutCode({ code })).toEqual([
			'it names no instruction that would refute it: add refutedBy'
		]);
		expect(aboutCode({ code, refutedBy: 'movaps xmm0, xmm1' })).toEqual([]);
		expect(aboutCode({ code, refutedBy: 'mov rax, rbx' })).toEqual([
			'it holds of code with “mov rax, rbx”, which should refute it'
		]);
	});
});

test('a claim about pairs must have a bound that a share can miss', () => {
	const pair = {
		id: 'pairs',
		statement: 'They differ.',
		of: { variant: 'word', parameters: {} },
		to: { variant: 'bytes', parameters: {} },
		apart: 0.1,
		seenOn: [],
		absentOn: []
	};
	const facts = withClaim({ atLeast: 4, effect: { ratio: 6, source: 'a table' } });
	const sentences = (atMost: number) =>
		complaintsAbout({ ...facts, pairClaims: [{ ...pair, atMost }] }).map(
			({ sentence }) => sentence
		);
	expect([sentences(1), sentences(0.5)]).toEqual([
		['it holds whatever share of the pairs differs'],
		[]
	]);
});

test('a fifth of a difference is taken on the side of the difference', () => {
	expect([fifthOf(6), fifthOf(1 / 6), fifthOf(1)]).toEqual([2, 0.5, 1]);
});
