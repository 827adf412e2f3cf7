import { expect, test } from 'vitest';
import { coloured, hasColours } from './colour.mjs';

test('colours are for a terminal that has them, and NO_COLOR turns them off', () => {
	const terminal = { isTTY: true };
	expect(hasColours(terminal, { TERM: 'xterm' })).toBe(true);
	expect(hasColours(terminal, { NO_COLOR: '' })).toBe(true);
	expect(hasColours(terminal, { NO_COLOR: '1' })).toBe(false);
	expect(hasColours(terminal, { TERM: 'dumb' })).toBe(false);
	expect(hasColours({}, { TERM: 'xterm' })).toBe(false);
});

test('marks and changed lines get a colour, and nothing else changes', () => {
	expect(coloured('a + b\n  ✓ one: yes\n  - mov eax, 1\n  word: 4 cycles\n')).toBe(
		'a + b\n  \u001b[32m✓\u001b[39m one: yes\n  \u001b[31m- mov eax, 1\u001b[39m\n  word: 4 cycles\n'
	);
});
