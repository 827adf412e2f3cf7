import { expect, test } from 'vitest';
import { hostIn, meaningOf, placeOf, troubleAt } from './place.mjs';

test('without a setting only this machine can connect, and the printed address is localhost', () => {
	expect(placeOf(undefined, { HOST: '', PORT: '' })).toEqual({
		host: '127.0.0.1',
		port: 3000,
		isOpen: false,
		url: 'http://localhost:3000',
		localHost: '127.0.0.1'
	});
});

test('--host goes before HOST, and the address decides who can connect, and how this machine connects', () => {
	const facts = [
		placeOf('0.0.0.0', { HOST: '127.0.0.1', PORT: '8080' }),
		placeOf(undefined, { HOST: '::' }),
		placeOf(undefined, { HOST: '[::1]' }),
		placeOf('localhost', {}),
		placeOf('192.0.2.7', {}),
		placeOf('2001:db8::7', {}),
		placeOf('127.0.0.2', {})
	].map(({ host, isOpen, url, localHost }) => [host, isOpen, url, localHost]);
	expect(facts).toEqual([
		['0.0.0.0', true, 'http://localhost:8080', '127.0.0.1'],
		['::', true, 'http://localhost:3000', '::1'],
		['::1', false, 'http://[::1]:3000', '::1'],
		['localhost', false, 'http://localhost:3000', 'localhost'],
		['192.0.2.7', true, 'http://192.0.2.7:3000', '192.0.2.7'],
		['2001:db8::7', true, 'http://[2001:db8::7]:3000', '2001:db8::7'],
		['127.0.0.2', false, 'http://127.0.0.2:3000', '127.0.0.2']
	]);
});

test('a PORT that is no port is refused in a sentence', () => {
	for (const PORT of ['abc', '0', '65536', '3000.5', '-1'])
		expect(() => placeOf(undefined, { PORT })).toThrow(
			`PORT=${PORT} is no port. Give a number from 1 to 65535: \`PORT=3000 npm start\`.`
		);
});

test('a closed site comes with how to open it, an open site with what that means', () => {
	const closed = placeOf(undefined, {});
	const open = placeOf('0.0.0.0', {});
	expect(meaningOf(closed, {})).toBe(
		'Only this machine can open it. `npm start -- --host 0.0.0.0`, or HOST=0.0.0.0, lets other machines connect.'
	);
	const risk =
		'It listens on 0.0.0.0: anybody who reaches port 3000 can run code in the sandboxes of this machine.';
	const more = 'Read "What an operator must do" in SECURITY.md.';
	expect(meaningOf(open, {})).toBe(`${risk} Set ORIGIN to the address people use. ${more}`);
	expect(meaningOf(open, { ORIGIN: 'https://cycles.example' })).toBe(`${risk} ${more}`);
});

test('every reason why nothing can listen has a sentence with something to try', () => {
	const place = placeOf('192.0.2.7', { PORT: '80' });
	const noAddress =
		'This machine has no address "192.0.2.7" to listen on. Give --host (or HOST) 127.0.0.1 for this machine alone, 0.0.0.0 for every network, or the address of one of its network interfaces.';
	expect(
		['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EMFILE'].map((code) =>
			troubleAt(place, code)
		)
	).toEqual([
		'Port 80 is taken. Choose another: `PORT=81 npm start`.',
		'This user may not listen on port 80. Choose one from 1024 on: `PORT=3000 npm start`.',
		noAddress,
		noAddress,
		'Nothing can listen on 192.0.2.7, port 80 (EMFILE). Try another --host or PORT.'
	]);
});

test('--host is read in both spellings, beside the other options', () => {
	expect([
		hostIn([]),
		hostIn(['--no-install', '--without-runner', '--dedicated-host']),
		hostIn(['--host', '0.0.0.0', '--no-install']),
		hostIn(['--host=::1'])
	]).toEqual([undefined, undefined, '0.0.0.0', '::1']);
});

test('a word that means nothing is refused: npm may have kept the option before it', () => {
	expect(() => hostIn(['0.0.0.0'])).toThrow(
		'`npm start` does not know "0.0.0.0". Known are --host <address>, --no-install, --without-runner and --dedicated-host. npm keeps options for itself unless they follow two dashes: `npm start -- --host 0.0.0.0`.'
	);
	expect(() => hostIn(['--no-install', '--hots', 'x'])).toThrow('does not know "--hots"');
	expect(() => hostIn(['--host'])).toThrow(
		'`--host` needs an address: `npm start -- --host 0.0.0.0`.'
	);
	expect(() => hostIn(['--host', '--no-install'])).toThrow('`--host` needs an address');
});
