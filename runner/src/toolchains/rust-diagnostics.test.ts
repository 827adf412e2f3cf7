import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRustDiagnostics, withoutOwnWarning } from './rust-diagnostics.ts';

/** What rustc 1.85 printed for a file of this name. */
const words = (variant: string) =>
	readFileSync(new URL(`../../fixtures/rust/${variant}.txt`, import.meta.url), 'utf8');

const read = (variant: string) =>
	readRustDiagnostics(withoutOwnWarning(words(variant)), variant, `${variant}.rs`);

test('each error has its line and column, and the sum of them is none', () => {
	expect(read('error')).toEqual([
		{
			variant: 'error',
			line: 11,
			column: 32,
			severity: 'error',
			message: 'argument never used'
		},
		{
			variant: 'error',
			line: 12,
			column: 5,
			severity: 'error',
			message: "couldn't read /etc/shadow: Permission denied (os error 13)"
		}
	]);
});

test('an error of syntax stands at the first place that it names', () => {
	expect(read('syntax-error')).toEqual([
		{
			variant: 'syntax-error',
			line: 4,
			column: 12,
			severity: 'error',
			message: 'mismatched closing delimiter: `}`'
		}
	]);
});

test('each warning has its place, and the warning about our own option is not among them', () => {
	const message = 'use of deprecated function `old`: no more';
	expect(words('warnings')).toContain('`outline-atomics`');
	expect(read('warnings')).toEqual([
		{ variant: 'warnings', line: 9, column: 5, severity: 'warning', message },
		{ variant: 'warnings', line: 9, column: 23, severity: 'warning', message },
		{
			variant: 'warnings',
			line: 8,
			column: 9,
			severity: 'warning',
			message: 'unused variable: `unused`'
		}
	]);
});

test('without our own warning the words are those of a compiler that was not given the option', () => {
	const own = words('warnings').slice(words('warnings').indexOf('warning: unknown and unstable'));
	expect(withoutOwnWarning(words('warnings')).split('\n').slice(-3)).toEqual([
		'warning: 3 warnings emitted',
		'',
		''
	]);
	expect(withoutOwnWarning(own.replace('4 warnings', '1 warning'))).toBe('');
});

test('an error in another file names that file', () => {
	expect(read('files').map(({ message, line }) => [line, message])).toEqual([
		[undefined, 'in /etc/hosts, line 1: expected item, found `127.0`'],
		[1, "couldn't read `/etc/shadow`: Permission denied (os error 13)"],
		[undefined, 'in /etc/passwd, line 1: expected one of `!` or `::`, found `:`']
	]);
});

test('a message that leads to another file through the learner’s file stands there', () => {
	const text = [
		...[
			'error[E0277]: the size is not known',
			'   --> /usr/src/rustc-1.85.1/library/core/src/mem.rs:7:9'
		],
		...[
			'    |',
			'7   |     let size = of::<T>();',
			'    |',
			'   ::: a.rs:3:5',
			'    |',
			'note: here'
		],
		...['  --> a.rs:9:1', '', 'error: aborting due to 1 previous error', '']
	].join('\n');
	expect(readRustDiagnostics(text, 'a', 'a.rs')).toEqual([
		{
			variant: 'a',
			line: 3,
			column: 5,
			severity: 'error',
			message: 'in /usr/src/rustc-1.85.1/library/core/src/mem.rs, line 7: the size is not known'
		}
	]);
});

test('an error without a place is an error without a line', () => {
	expect(readRustDiagnostics("error: couldn't create a temp dir\n\n", 'a', 'a.rs')).toEqual([
		{ variant: 'a', severity: 'error', message: "couldn't create a temp dir" }
	]);
});
