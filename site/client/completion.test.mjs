import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commands, options, shells } from './commands.mjs';
import { completionOf } from './completion.mjs';

/** What bash offers after these words. @param {string[]} words */
function offered(...words) {
	const script = `${completionOf('bash')}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cyclelab; printf '%s\\n' "\${COMPREPLY[@]}"`;
	const out = execFileSync('bash', ['--norc', '-c', script, 'bash', 'cyclelab', ...words]);
	return out.toString().trim().split('\n');
}

test('bash completes commands, their options, and values', () => {
	expect(offered('')).toEqual(Object.keys(commands));
	expect(offered('ru')).toEqual(['run']);
	expect(offered('list', '')).toEqual(['--site', '--json', '--help']);
	expect(offered('run', '--chal')).toEqual(['--challenge']);
	expect(offered('run', '--target', '')).toEqual(['x86-64', 'arm64']);
	expect(offered('completion', 'f')).toEqual(['fish']);
	expect(offered('run', '--timeout', '')).toEqual(['']);
	expect(offered('run', '--file', 'site/client/comman')).toEqual(['site/client/commands.mjs']);
});

test.each(shells)('the script for %s has every command and option', (shell) => {
	const script = completionOf(shell);
	const option = (/** @type {string} */ name) => (shell === 'fish' ? `-l ${name} ` : `--${name}`);
	const missing = [...Object.keys(commands), ...Object.keys(options).map(option)];
	expect(missing.filter((word) => !script.includes(word))).toEqual([]);
});
