import { expect, test } from 'vitest';
import { listOf, readTokenCommand } from './token-command.ts';

const readWords = (words: string[]) => {
	const command = readTokenCommand(words);
	return command.ok ? command.value : command.sentence;
};
const read = (line: string) => readWords(line.split(' ').filter((word) => word !== ''));

test('a token is made, listed or revoked', () => {
	expect([
		read('--label graviton-1'),
		read('--label graviton-1 --arch arm64'),
		read('--list'),
		read('--revoke 1a2b3c4d')
	]).toEqual([
		{ do: 'add', label: 'graviton-1' },
		{ do: 'add', label: 'graviton-1', arch: 'arm64' },
		{ do: 'list' },
		{ do: 'revoke', id: '1a2b3c4d' }
	]);
});

test('anything else is answered with a sentence', () => {
	expect([
		read(''),
		read('--list --label a'),
		read('--label a --arch mips'),
		readWords(['--label', ' ']),
		readWords(['--label', 'a\nb'])
	]).toEqual([
		...Array.from({ length: 2 }, () => 'Say one of --label, --list and --revoke.'),
		'There is no architecture "mips"; there are x86-64 and arm64.',
		...Array.from({ length: 2 }, () => 'A label is 1 to 63 plain characters, such as graviton-1.')
	]);
	expect(read('--lable a')).toContain("Unknown option '--lable'");
});

test('the list has a row for each token', () => {
	const at = new Date('2026-11-21T20:15:30Z');
	const used = {
		id: '0123abcd',
		label: 'a',
		created_at: at,
		last_used_at: at,
		revoked_at: null,
		runner: 'alpha',
		arch: 'x86-64' as const
	};
	const fresh = {
		id: '4567abcd',
		label: 'the other one',
		created_at: at,
		last_used_at: null,
		revoked_at: at,
		runner: null,
		arch: null
	};
	expect([listOf([]), listOf([used, fresh])]).toEqual([
		'There are no tokens.',
		`id        label          made (UTC)        last used         runner  arch    state
0123abcd  a              2026-11-21 20:15  2026-11-21 20:15  alpha   x86-64  valid
4567abcd  the other one  2026-11-21 20:15  never             -       -       revoked 2026-11-21 20:15`
	]);
});
