import { expect, test } from 'vitest';
import { listenError } from './listen.ts';

test('an unavailable address or port is named, with the setting to change', () => {
	const place = { HOST: '192.0.2.7', PORT: 80 };
	const codes = ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EMFILE'];
	const noAddress =
		'This machine has no address "192.0.2.7" to listen on. Set HOST to 127.0.0.1, to 0.0.0.0, or to the address of a network interface.';
	expect(
		codes.map((code) => listenError(place, Object.assign(new Error('as it was'), { code })).message)
	).toEqual([
		'Port 80 is taken. Stop what uses it, or set PORT to another port.',
		'This user may not listen on port 80. Set PORT to 1024 or more.',
		noAddress,
		noAddress,
		'as it was'
	]);
});
