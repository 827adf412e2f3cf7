/** Facts for tests of `facts-in.ts`: with every part that depends on the language, the runtime or the architecture. */
import { twoSums } from './facts-example.ts';
import { Facts } from './facts.ts';

/** On two runtimes in C#, with a variant that only C and C# have. */
export const facts = Facts.parse({
	...twoSums,
	variants: [
		{ id: 'one', label: 'One sum', claim: 'Slow.' },
		{ id: 'two', label: 'Two sums', claim: 'Fast.' },
		{ id: 'raw', label: 'No sum', claim: 'Nothing.', languages: ['c', 'cs'] }
	],
	machines: [{ id: 'old', name: 'Old' }],
	documented: [
		{ machine: 'old', variant: 'one', nsPerIteration: 2, besides: ['mono'], quoted: '2 ns' },
		{ machine: 'old', variant: 'raw', nsPerIteration: 1, quoted: '1 ns' }
	],
	question: { text: 'How?', of: { variant: 'one' }, to: { variant: 'two' }, low: 1, high: 4 },
	flags: ['-fno-unroll-loops'],
	flagsIn: { cs: ['-checked+'] },
	questionIn: {
		go: { text: 'In Go?', of: { variant: 'two' }, to: { variant: 'one' }, low: 1, high: 4 }
	},
	claims: [
		{
			id: 'faster',
			statement: 'Faster.',
			of: { variant: 'one' },
			to: { variant: 'two' },
			atLeast: 1.5
		},
		{
			id: 'across',
			statement: 'One runtime is faster.',
			of: { variant: 'one', runtime: 'mono' },
			to: { variant: 'one', runtime: 'coreclr' },
			atLeast: 2
		},
		{
			id: 'nothing',
			statement: 'Nothing is faster.',
			of: { variant: 'one' },
			to: { variant: 'raw' },
			atLeast: 2,
			runtimes: ['mono']
		}
	],
	codeClaims: [
		{ id: 'copies', statement: 'Copies.', of: { variant: 'one' }, code: { has: '^mov' } }
	],
	blindSpots: [{ variants: ['one', 'raw'], label: 'Blind', sentence: 'It sees nothing.' }],
	challenge: {
		text: 'Faster!',
		start: { variant: 'one' },
		languages: ['cs'],
		goals: [{ kind: 'ratio', to: { variant: 'two', runtime: 'mono' }, atMost: 1.1 }],
		hints: ['One.', 'Two.'],
		why: 'Two are faster.'
	}
});
/** The same without runtimes, with one atomic variant, and with figures of an arm64 machine. */
export const swapping = Facts.parse({
	...facts,
	runtimes: undefined,
	challenge: undefined,
	baseline: 'one',
	variants: facts.variants.map((variant) =>
		variant.id === 'two' ? { ...variant, atomic: true } : variant
	),
	machines: [
		{ id: 'old', name: 'Old' },
		{ id: 'm1', name: 'M1', target: 'arm64' }
	],
	documented: [
		{ machine: 'old', variant: 'one', nsPerIteration: 2, quoted: '2 ns' },
		{ machine: 'm1', variant: 'one', nsPerIteration: 3, quoted: '3 ns' },
		{ machine: 'm1', variant: 'two', nsPerIteration: 4, quoted: '4 ns' }
	],
	claims: [facts.claims[0]],
	codeClaims: [
		{
			id: 'one-instruction',
			statement: 'One instruction.',
			of: { variant: 'two', atomics: 'lse' },
			code: { has: '^swp' },
			target: 'arm64'
		},
		{ id: 'raw-is-raw', statement: 'Raw.', of: { variant: 'raw' }, code: { has: '^mov' } }
	],
	blindSpots: [
		{ variants: ['two'], label: 'xchg', sentence: 'Waits.', target: 'x86-64' },
		{ variants: ['one', 'two'], label: 'stlr', sentence: 'Holds back.', target: 'arm64' }
	]
});

/** A place at no values of parameters. */
export const place = (variant: string) => ({ variant, parameters: {} });
