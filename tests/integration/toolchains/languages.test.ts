/** One kernel in every language: listing, exact counts, prediction, measurement. */
import { describe, expect, test } from 'vitest';
import { Facts, Language, extensionOf, factsIn } from '@cyclelab/exercises/schema';
import { compilerOf, type Compiler } from '@cyclelab/contract/schema/compiler';
import { jobFor } from '../job/job-bench.ts';
import { benchForAll } from '../hooks.ts';
import { fixture } from './programs.ts';

const bench = benchForAll(['cc', 'rust', 'go', 'crystal', 'dotnet', 'osaca'], {
	shares: true
});

/** A dependent multiplication and exclusive or in each iteration; no compiler can reorder them. */
const chains = Object.fromEntries(
	Language.options.map((language) => [
		language,
		fixture(`chain.${language === 'cpp' ? 'c' : extensionOf[language]}`)
	])
) as Record<Language, string>;

/** The count run's checksum: seed 1 gives the factor 3. */
const checksum = (() => {
	let product = 1n;
	for (let i = 0n; i < 16_384n; i++) product = BigInt.asUintN(64, product * 3n) ^ i;
	return product.toString(16).padStart(16, '0');
})();

/** Cycles that three models predict for the chain: 3 and 1, but LLVM's Sapphire Rapids takes 5. */
const chain = { skylake: 4, znver4: 4, sapphirerapids: 5 };
/** Mono copies the product to another register and back: a cycle each in Intel's models, none in Zen 4's. */
const copied = { skylake: 6, znver4: 4, sapphirerapids: 7 };
type LanguageCase = {
	compiler: Compiler;
	language: Language;
	predicted: Record<string, number>;
	/** How the listing names the variable that holds the factor. Absent: a runtime compiles its address into the code. */
	data?: string;
};
const cases: LanguageCase[] = [
	{ compiler: 'clang-22', language: 'c', predicted: chain, data: 'factor' },
	{ compiler: 'gcc-14', language: 'cpp', predicted: chain, data: 'factor' },
	{ compiler: 'rust-1.85', language: 'rs', predicted: chain, data: 'mine::FACTOR (.0)' },
	{ compiler: 'go-1.27', language: 'go', predicted: chain, data: 'main.factor' },
	{ compiler: 'go-1.24', language: 'go', predicted: chain, data: 'main.factor' },
	{ compiler: 'crystal-1.14', language: 'cr', predicted: chain, data: 'Factor::by' },
	{ compiler: 'coreclr-8.0', language: 'cs', predicted: chain },
	{ compiler: 'mono-6.12', language: 'cs', predicted: copied }
];

describe.each(cases)('$compiler', ({ compiler, language, predicted, data }) => {
	test('a run shows, counts, predicts and measures one loop', async () => {
		const source = chains[language];
		const { report } = await bench.run(jobFor(source, { compiler, language, models: 'all' }));
		const [variant] = report.variants;
		expect([variant?.failure, variant?.compilerText]).toEqual([undefined, '']);
		const { hotLoop, predictions = [], points = [] } = variant ?? {};
		const multiplications = hotLoop?.instructions.filter(({ text }) => text.startsWith('imul'));
		const executed = multiplications?.map(({ count = 0 }) => count) ?? [];
		expect([hotLoop?.pathCoverage, executed]).toEqual([
			1,
			executed.map(() => 16_384 / executed.length)
		]);
		const lines = source.split('\n');
		const isOfLoop = (line = 0) => /\b(for|while|product = \()/.test(lines[line - 1] ?? '');
		expect(multiplications?.filter(({ line }) => !isOfLoop(line))).toEqual([]);
		expect(variant?.checksum).toBe(checksum);
		const instructions = variant?.functions.flatMap((one) => one.instructions) ?? [];
		const names = new Set(instructions.flatMap((instruction) => instruction.data ?? []));
		expect([...names].filter((name) => /factor/i.test(name))).toEqual(data ? [data] : []);
		const named = predictions.filter(({ mcpu, noalias }) => noalias && mcpu in predicted);
		expect(
			Object.fromEntries(named.map(({ mcpu, cyclesPerIteration }) => [mcpu, cyclesPerIteration]))
		).toEqual(predicted);
		const ofHost = predictions.find(({ host, noalias }) => host && noalias);
		expect(ofHost?.mcpu).toBe(bench.host.microarchitecture);
		expect(points.map(({ failure }) => failure?.kind ?? 'measured')).toEqual(['measured']);
		expect(report.toolchain.compiler).toBe(compiler);
	}, 240_000);

	test('a compile error has its place and the message of the compiler', async () => {
		const source = chains[language].replace('by) ^ i', 'missing) ^ i');
		const { report } = await bench.run(jobFor(source, { compiler, language, stages: ['inspect'] }));
		const [variant] = report.variants;
		const lines = source.split('\n');
		const line = lines.findIndex((text) => text.includes('missing'));
		const place = { line: line + 1, column: (lines[line]?.indexOf('missing') ?? NaN) + 1 };
		expect(variant).toMatchObject({ functions: [], failure: { kind: 'compile-error' } });
		expect(variant?.diagnostics).toContainEqual(
			expect.objectContaining({
				...place,
				severity: 'error',
				message: expect.stringContaining('missing')
			})
		);
		expect(variant?.compilerText).toContain('missing');
	});
});

test('every image has each of its compilers in the version of its name', () => {
	const versions = [...bench.toolchains].map(([name, { version }]) => ({ name, version }));
	expect(versions.length).toBeGreaterThan(cases.length);
	const wrong = versions.filter(({ name, version }) => {
		const [, named = ''] = name.split('-');
		return version !== named && !version.startsWith(`${named}.`);
	});
	expect(wrong).toEqual([]);
});

test('one run builds, shows, counts and times variants for two runtimes, each by its own compiler', async () => {
	const [multiply, add] = [chains.cs, chains.cs.replace('product * by', 'product + by')];
	const facts = factsIn(
		Facts.parse({
			...jobFor('').facts,
			runtimes: ['coreclr', 'mono'],
			baseline: 'add',
			variants: ['add', 'multiply'].map((id) => ({ id, label: id, claim: 'None.' })),
			question: {
				text: 'How much?',
				low: 1,
				high: 4,
				of: { variant: 'multiply' },
				to: { variant: 'add' }
			},
			claims: [
				{
					id: 'longer',
					statement: 'A multiplication takes longer.',
					of: { variant: 'multiply' },
					to: { variant: 'add' },
					atLeast: 0.1
				}
			]
		}),
		'cs',
		'x86-64'
	);
	const variants = facts.variants.map(({ id, runtime, source }) => ({
		id,
		edited: false,
		source: source === 'add' ? add : multiply,
		...(runtime ? { compiler: compilerOf[runtime] } : {})
	}));
	const job = { facts, variants, language: 'cs', compiler: 'coreclr-8.0' } as const;
	const { report } = await bench.run(jobFor('', { ...job, variants: [...variants] }));
	expect(
		report.variants.map(({ id, toolchain, checksum, failure, points }) => ({
			id,
			compiler: toolchain?.compiler,
			checksum,
			failure,
			measured: points.filter(({ measured }) => measured).length
		}))
	).toEqual(
		(['add', 'multiply'] as const).flatMap((source) =>
			(['coreclr', 'mono'] as const).map((runtime) => ({
				id: `${source}-${runtime}`,
				compiler: compilerOf[runtime],
				checksum: source === 'multiply' ? checksum : expect.stringMatching(/^[0-9a-f]{16}$/),
				failure: undefined,
				measured: 1
			}))
		)
	);
	expect(report.claims.map(({ id, verdict }) => [id, verdict])).toEqual([
		['longer-coreclr', 'reproduced'],
		['longer-mono', 'reproduced']
	]);
	const origins = report.variants.map(({ origin = '' }) => /Mono|CoreCLR/.exec(origin)?.[0]);
	expect(origins).toEqual(['CoreCLR', 'Mono', 'CoreCLR', 'Mono']);
}, 240_000);
