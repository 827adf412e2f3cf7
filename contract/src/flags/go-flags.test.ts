import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goFlagRules, type GoVersion } from './go-flags.ts';

const possible = (flag: string, version: GoVersion = '1.27') =>
	goFlagRules(version).some(({ pattern }) => pattern.test(flag));

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
