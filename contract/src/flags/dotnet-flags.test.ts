import { expect, it } from 'vitest';
import { dotnetFlagRules } from './dotnet-flags.ts';

const possible = (flag: string) => dotnetFlagRules.some(({ pattern }) => pattern.test(flag));

it.each(['-checked', '-checked-', '-optimize-', '-define:FAST', '-define:A;B', '-warn:4'])(
	'%s is possible',
	(flag) => expect(possible(flag)).toBe(true)
);

it.each([
	'-out:x',
	'-r:/etc/passwd',
	'-define:A=1',
	'-define:',
	'-resource:x',
	'-warn:9',
	'@file',
	'other.cs',
	'-unsafe -out:x'
])('%s is not', (flag) => expect(possible(flag)).toBe(false));
