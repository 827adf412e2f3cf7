import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goFlagRules } from './go-flags.ts';

const possible = (flag: string) => goFlagRules.some(({ pattern }) => pattern.test(flag));

test.each([
	...['-N', '-l', '-B', '-m', '-m=2', '-d=ssa/check_bce/debug=1', '-d=ssa/prove/off'],
	...['-lang=go1.18', '-lang=go1.24', '-spectre=index']
])('%s is possible', (flag) => {
	expect(possible(flag)).toBe(true);
});

test.each([
	...['-o', '-o=x', '-importcfg=x', '-embedcfg', '-pgoprofile=x', '-asmhdr=x', '-linkobj=x', '-+'],
	...['-cpuprofile=x', '-trimpath', '-p=x', '-S', '-json=0,x', '-D=x', '-I=x', '-race', '-c=64'],
	...['-d=ssa/all/dump=kernel', '-d=ssa/regalloc/off', '-d=mergelocalsdumpfunc=x', '-lang=go1.99'],
	...['-spectre=all', '-N\n', '', '-', 'x.go', '@x']
])('%j is refused', (flag) => {
	expect(possible(flag)).toBe(false);
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
