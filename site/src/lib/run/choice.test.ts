import { describe, expect, it } from 'vitest';
import { compilersOf } from '@cyclelab/contract/schema/compiler';
import {
	addressOf,
	choose,
	lackOfChoice,
	lackOfLanguage,
	lacks,
	measuringWith,
	wishIn,
	type Offer
} from './choice.ts';

const offer: Offer = {
	languages: ['c', 'go', 'cs'],
	targets: ['x86-64', 'arm64'],
	compilersOf,
	together: {}
};
const tool = (compiler: 'clang-22' | 'go-1.27', language: 'c' | 'go') => ({
	compiler,
	language,
	targets: ['x86-64' as const],
	version: '1',
	image: 'i'
});

describe('what a page is set to', () => {
	it('is the default of the exercise where nobody wishes anything', () => {
		expect(choose(offer, [])).toEqual({ language: 'c', compiler: 'clang-22', target: 'x86-64' });
	});

	it('prefers the address to the last choice', () => {
		const address = wishIn(new URLSearchParams('language=cs&compiler=mono-6.12'));
		const last = { language: 'go', compiler: 'go-1.27', target: 'arm64' };
		expect(choose(offer, [address, last])).toEqual({
			language: 'cs',
			compiler: 'mono-6.12',
			target: 'arm64'
		});
	});

	it('is never what the exercise does not have, nor a compiler of another language', () => {
		expect(
			choose(offer, [{ language: 'cr', compiler: 'crystal-1.14' }, { language: 'go' }])
		).toEqual({ language: 'go', compiler: 'go-1.27', target: 'x86-64' });
		expect(choose(offer, [{ language: 'go', compiler: 'gcc-14', target: 'mips' }])).toEqual({
			language: 'go',
			compiler: 'go-1.27',
			target: 'x86-64'
		});
	});

	it('is the version offered first where a link names a compiler without one, or with one that is gone', () => {
		const meant = (compiler: string) => choose(offer, [{ compiler }]).compiler;
		expect(['clang', 'gcc', 'gcc-4.9', 'icc'].map(meant)).toEqual([
			compilersOf.c[0],
			'gcc-14',
			'gcc-14',
			compilersOf.c[0]
		]);
	});

	it('stands in the address, and comes back from there', () => {
		const plain = new URL('https://lab.example/exercises/what-is-a-cycle?run=abc');
		const choice = { language: 'go', compiler: 'go-1.27', target: 'arm64' } as const;
		const address = addressOf(plain, choice);
		expect(address.search).toBe('?run=abc&language=go&compiler=go-1.27&target=arm64');
		expect(choose(offer, [wishIn(address.searchParams)])).toEqual(choice);
		expect(addressOf(address, choice).href).toBe(address.href);
	});

	it('names a runner or a kind of processor only for its target, and until anybody will do', () => {
		const wish = { target: 'arm64', on: 'graviton-1' };
		const chosen = choose(offer, [wish]);
		expect(chosen).toEqual({ language: 'c', compiler: 'clang-22', ...wish });
		const address = addressOf(new URL('https://lab.example/exercises/x'), chosen);
		expect(address.search).toBe('?language=c&compiler=clang-22&target=arm64&on=graviton-1');
		expect(choose(offer, [wishIn(address.searchParams)])).toEqual(chosen);
		const other = choose(offer, [{ target: 'x86-64' }, chosen]);
		const any = choose(offer, [{ on: '' }, chosen]);
		expect([other.on, any.on, addressOf(address, any).searchParams.get('on')]).toEqual([
			undefined,
			undefined,
			null
		]);
		expect(choose(offer, [{ on: '../x' }]).on).toBeUndefined();
	});
});

describe('a compiler', () => {
	const runners = [{ toolchains: [tool('clang-22', 'c'), tool('go-1.27', 'go')] }];

	it('is lacking if runners are connected and none has it for the target', () => {
		const go = { language: 'go', compiler: 'go-1.27', target: 'x86-64' } as const;
		expect([
			lacks(runners, go),
			lacks(runners, { ...go, target: 'arm64' }),
			lacks(runners, { ...go, language: 'cpp', compiler: 'clang-22' }),
			lacks([], { ...go, target: 'arm64' })
		]).toEqual([false, true, true, false]);
	});
});

describe('a runner', () => {
	it('measures what it has the compilers for', () => {
		const runners = [
			{ id: 'starting', measures: ['x86-64' as const], toolchains: [] },
			{ id: 'amd', measures: ['x86-64' as const], toolchains: [tool('clang-22', 'c')] },
			{
				id: 'both',
				measures: ['x86-64' as const],
				toolchains: [tool('clang-22', 'c'), tool('go-1.27', 'go')]
			}
		];
		const go = { language: 'go', compiler: 'go-1.27', target: 'x86-64' } as const;
		expect(measuringWith(runners, offer, go).map(({ id, measures }) => [id, measures])).toEqual([
			['starting', ['x86-64']],
			['amd', []],
			['both', ['x86-64']]
		]);
	});
});

describe('compilers that run side by side', () => {
	const both: Offer = { ...offer, together: { cs: ['coreclr-8.0', 'mono-6.12'] } };
	const sharp = (compiler: 'coreclr-8.0' | 'mono-6.12') => ({
		compiler,
		language: 'cs' as const,
		targets: ['x86-64' as const],
		version: '1',
		image: 'i'
	});
	const choice = choose(both, [{ language: 'cs', compiler: 'mono-6.12' }]);

	it('leave nothing to choose', () => {
		expect(choice.compiler).toBe('coreclr-8.0');
	});

	it('can be had only where all of them are', () => {
		const whole = [{ toolchains: [sharp('coreclr-8.0'), sharp('mono-6.12')] }];
		const half = [{ toolchains: [sharp('coreclr-8.0')] }];
		expect([
			lackOfChoice(whole, both, choice),
			lackOfChoice(half, both, choice),
			lackOfLanguage(half, both, choice),
			lackOfLanguage(half, offer, choice)
		]).toEqual([undefined, 'absent', 'absent', undefined]);
	});
});
