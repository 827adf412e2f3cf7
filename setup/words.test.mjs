import { expect, test } from 'vitest';
import { hostIn } from './words.mjs';

test('--host is read in both spellings, beside the other options', () => {
	expect([
		hostIn([]),
		hostIn(['--no-install', '--without-runner']),
		hostIn(['--host', '0.0.0.0', '--no-install']),
		hostIn(['--host=::1'])
	]).toEqual([undefined, undefined, '0.0.0.0', '::1']);
});

test('a word that means nothing is refused: npm may have kept the option before it', () => {
	expect(() => hostIn(['0.0.0.0'])).toThrow(
		'`npm start` does not know "0.0.0.0". Known are --host <address>, --no-install and --without-runner. npm keeps options for itself unless they follow two dashes: `npm start -- --host 0.0.0.0`.'
	);
	expect(() => hostIn(['--no-install', '--hots', 'x'])).toThrow('does not know "--hots"');
	expect(() => hostIn(['--host'])).toThrow(
		'`--host` needs an address: `npm start -- --host 0.0.0.0`.'
	);
	expect(() => hostIn(['--host', '--no-install'])).toThrow('`--host` needs an address');
});
