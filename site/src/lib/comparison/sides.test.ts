import { expect, test } from 'vitest';
import type { RunnerSummary } from '../../../shared/schema.ts';
import { factsOf, host, runnerOf } from '../../../fixtures/examples.ts';
import {
	besideIn,
	besideOf,
	compilersBeside,
	firstOf,
	opensBeside,
	requestOf,
	sameRunner,
	sideOptions,
	sideText,
	withBeside
} from './sides.ts';

const targets = ['x86-64', 'arm64'] as const;

const runner = (id: string, more: Partial<RunnerSummary> = {}) =>
	runnerOf({ id, microarchitecture: 'znver4', processor: 'AMD Zen 4', ...more });
const zen = runner('zen');
const twin = runner('twin');
const rapids = runner('rapids', {
	microarchitecture: 'emeraldrapids',
	processor: 'Intel Emerald Rapids'
});
const emulated = runner('emulated', {
	arch: 'arm64',
	microarchitecture: 'generic',
	processor: 'QEMU',
	measures: [],
	inspects: ['arm64'],
	host: { ...host, emulated: true }
});

const wish = (search: string) => besideIn(new URLSearchParams(search), targets);

test('the address names the second side, and an unknown name is ignored', () => {
	expect(wish('beside=arm64')).toEqual({ target: 'arm64', on: undefined });
	expect(wish('beside=x86-64@znver4')).toEqual({ target: 'x86-64', on: 'znver4' });
	expect(wish('beside=none')).toBe('none');
	expect(wish('beside=vax')).toBeUndefined();
	expect(wish('')).toBeUndefined();
});

test('the address is written so that reading it gives the same sides and the same run', () => {
	const address = new URL('http://site/exercises/x?run=a');
	const side = { target: 'x86-64', on: 'znver4' } as const;
	const next = withBeside(address, { side, run: 'b', byDefault: false });
	expect(next.search).toBe('?run=a&beside=x86-64%40znver4&beside-run=b');
	expect(besideIn(next.searchParams, targets)).toEqual({ target: 'x86-64', on: 'znver4' });
	const alone = (byDefault: boolean) =>
		withBeside(next, { side: undefined, run: 'b', byDefault }).search;
	expect([alone(false), alone(true)]).toEqual(['?run=a', '?run=a&beside=none']);
});

test('an exercise with figures of an arm64 machine opens with both architectures', () => {
	const facts = (target: 'arm64' | undefined) =>
		factsOf(
			'Store',
			{ a: 'A', b: 'B' },
			{
				machines: [{ id: 'm1', name: 'M1', target }],
				documented: [
					{ machine: 'm1', variant: 'a', parameters: {}, nsPerIteration: 1, quoted: '1 ns' }
				]
			}
		);
	expect(opensBeside(facts('arm64'))).toBe(true);
	expect(opensBeside(facts(undefined))).toBe(false);
	expect(opensBeside({ ...facts('arm64'), documented: [] })).toBe(false);
});

/** The page's choices. */
const x86 = {
	target: 'x86-64' as const,
	compiler: 'clang-22' as const,
	targets,
	compilers: ['clang-22', 'gcc-14', 'clang-19'] as const
};

test('a second compiler follows the page to its place, and is always another than the page’s', () => {
	const gcc = wish('beside=x86-64:gcc-14');
	expect(gcc).toEqual({ target: 'x86-64', on: undefined, compiler: 'gcc-14' });
	const there = { target: 'arm64', on: 'zen' } as const;
	expect(besideOf({ ...x86, ...there }, gcc, true)).toEqual({ ...there, compiler: 'gcc-14' });
	expect(besideOf({ ...x86, compiler: 'gcc-14' }, gcc, false)?.compiler).toBe('clang-22');
	const meant = (text: string) => besideOf(x86, wish(`beside=x86-64:${text}`), false)?.compiler;
	expect(['clang-19', 'clang', 'gcc-9', 'icc'].map(meant)).toEqual([
		'clang-19',
		'clang-19',
		'gcc-14',
		undefined
	]);
	expect(besideOf({ ...x86, compilers: [] }, gcc, false)).toBeUndefined();
	expect(sideText({ target: 'x86-64', on: 'zen', compiler: 'gcc-14' })).toBe('x86-64:gcc-14');
});

test('offered beside a compiler are its other versions, then the other compilers', () => {
	expect(compilersBeside('clang-19', x86.compilers)).toEqual(['clang-22', 'gcc-14']);
	expect(compilersBeside('gcc-14', x86.compilers)).toEqual(['clang-22', 'clang-19']);
});

test('two compilers go to one runner where several measure', () => {
	expect(sameRunner({ target: 'x86-64' }, [zen])).toBeUndefined();
	expect(sameRunner({ target: 'x86-64', on: 'znver4' }, [rapids, zen, twin])).toBe('zen');
	const away = { ...zen, state: 'degraded' } as const;
	expect(sameRunner({ target: 'x86-64' }, [away, twin])).toBe('twin');
	const gcc = { target: 'x86-64', compiler: 'gcc-14' } as const;
	const chosen = { target: 'x86-64', compiler: 'clang-22' } as const;
	expect(firstOf(chosen, { ...gcc, on: 'zen' }, [zen, twin])).toEqual({ ...chosen, on: 'zen' });
	expect(requestOf({ ...gcc, on: 'zen' }, [zen, twin])).toEqual({ ...gcc, runner: 'zen' });
});

test('an architecture stands beside the other one, also after the first was changed', () => {
	const arm = { target: 'arm64' } as const;
	expect(besideOf(x86, arm, false)).toEqual(arm);
	expect(besideOf({ ...x86, target: 'arm64' }, arm, false)).toEqual({ target: 'x86-64' });
	expect(besideOf(x86, undefined, true)).toEqual(arm);
	expect(besideOf(x86, undefined, false)).toBeUndefined();
	expect(besideOf(x86, 'none', true)).toBeUndefined();
});

test('the first side of two processors of one architecture is of another kind if there is one', () => {
	const beside = (on: string) => ({ target: 'x86-64', on }) as const;
	const any = { target: 'x86-64', compiler: 'clang-22' } as const;
	expect(firstOf(any, beside('znver4'), [zen, twin, rapids])).toEqual({
		target: 'x86-64',
		on: 'emeraldrapids'
	});
	expect(firstOf(any, beside('twin'), [zen, twin])).toEqual({
		target: 'x86-64',
		on: 'zen'
	});
	expect(firstOf(any, beside('znver4'), [zen])).toEqual({ target: 'x86-64' });
	expect(firstOf({ ...any, on: 'twin' }, beside('znver4'), [zen, twin])).toEqual({
		target: 'x86-64',
		on: 'twin'
	});
	expect(firstOf(any, { target: 'arm64' }, [zen])).toEqual({ target: 'x86-64' });
});

test('a side is asked for by name, and only inspected where nobody measures it', () => {
	expect(requestOf({ target: 'x86-64', on: 'znver4' }, [twin, zen])).toEqual({
		target: 'x86-64',
		microarchitecture: 'znver4'
	});
	expect(requestOf({ target: 'x86-64', on: 'twin' }, [twin, zen])).toEqual({
		target: 'x86-64',
		runner: 'twin'
	});
	expect(requestOf({ target: 'arm64' }, [zen, emulated])).toEqual({
		target: 'arm64',
		stages: ['inspect']
	});
	expect(requestOf({ target: 'arm64', on: 'emulated' }, [zen, emulated])).toEqual({
		target: 'arm64',
		runner: 'emulated',
		stages: ['inspect']
	});
	expect(requestOf({ target: 'x86-64' }, [zen])).toEqual({ target: 'x86-64' });
	// Nobody is there: it waits for whoever comes.
	expect(requestOf({ target: 'arm64' }, [])).toEqual({ target: 'arm64' });
});

test('offered are the other architecture, kinds of processors where there are several, and runners alike', () => {
	const offered = (runners: RunnerSummary[]) =>
		sideOptions('x86-64', targets, runners).map(({ side, processor, runner, measured }) => [
			side.target,
			side.on,
			processor,
			runner,
			measured
		]);
	expect(offered([zen, emulated])).toEqual([['arm64', undefined, undefined, undefined, false]]);
	expect(offered([zen, twin, rapids])).toEqual([
		['x86-64', 'znver4', 'AMD Zen 4', undefined, true],
		['x86-64', 'zen', 'AMD Zen 4', 'zen', true],
		['x86-64', 'twin', 'AMD Zen 4', 'twin', true],
		['x86-64', 'emeraldrapids', 'Intel Emerald Rapids', undefined, true],
		['arm64', undefined, undefined, undefined, false]
	]);
});
