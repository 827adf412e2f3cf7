import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goFlagRules, type GoVersion } from './go-flags.ts';

const possible = (flag: string, version: GoVersion = '1.27') =>
	goFlagRules(version).some(({ pattern }) => pattern.test(flag));

test.each([
	'-N',
	'-l',
	'-B',
	'-m',
	'-m=2',
	'-d=ssa/check_bce/debug=1',
	'-d=ssa/prove/off',
	'-lang=go1.18',
	'-lang=go1.27',
	'-spectre=index'
])('%s is possible', (flag) => {
	expect(possible(flag)).toBe(true);
});

test.each([
	'-o',
	'-o=x',
	'-importcfg=x',
	'-embedcfg',
	'-pgoprofile=x',
	'-asmhdr=x',
	'-linkobj=x',
	'-+',
	'-cpuprofile=x',
	'-trimpath',
	'-p=x',
	'-S',
	'-json=0,x',
	'-D=x',
	'-I=x',
	'-race',
	'-c=64',
	'-d=ssa/all/dump=kernel',
	'-d=ssa/regalloc/off',
	'-d=mergelocalsdumpfunc=x',
	'-lang=go1.99',
	'-spectre=all',
	'-N\n',
	'',
	'-',
	'x.go',
	'@x'
])('%j is refused', (flag) => {
	expect(possible(flag)).toBe(false);
});

test('a version of the language later than the compiler is refused', () => {
	const languages = ['-lang=go1.24', '-lang=go1.27', '-lang=go1.28'];
	expect(languages.map((language) => possible(language, '1.24'))).toEqual([true, false, false]);
	expect(languages.map((language) => possible(language, '1.27'))).toEqual([true, true, false]);
});

test('no accepted flag names a path, whatever is asked for', () => {
	const stems = ['-', '-d=', '-d=ssa/', '-d=ssa/prove/', '-lang=', '-m'];
	fc.assert(
		fc.property(fc.constantFrom(...stems), fc.string(), (stem, suffix) => {
			const flag = stem + suffix;
			return !possible(flag) || !/[,\s@\\"']|\.\.|=\//.test(flag);
		})
	);
});
