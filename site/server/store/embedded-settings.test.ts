import { expect, test } from 'vitest';
import { readPostmaster, serverSettings } from './embedded-settings.ts';

test("the server's lock file contains its pid and address", () => {
	// written by PostgreSQL 18.4 on a socket, and on a loopback port while starting
	const bySocket =
		'24323\n/tmp/data/postgres/cluster\n1795218143\n5432\n/tmp/data/postgres\n\n  1234567     32769\nready   \n';
	const byPort =
		'811\n/srv/cluster\n1795218143\n40123\n\n127.0.0.1\n  1234567     32769\nstarting\n';
	expect([bySocket, byPort, '', 'garbage\n', '12\n'].map(readPostmaster)).toEqual([
		{ pid: 24323, port: 5432, host: undefined, ready: true },
		{ pid: 811, port: 40123, host: '127.0.0.1', ready: false },
		undefined,
		undefined,
		{ pid: 12, port: 5432, host: undefined, ready: false }
	]);
});

test('on a socket it listens to no network; on a port to the loopback only', () => {
	const places = [serverSettings({ socketDir: '/data' }), serverSettings({ port: 40123 })].map(
		({ listen_addresses, unix_socket_directories, port }) => [
			listen_addresses,
			unix_socket_directories,
			port
		]
	);
	expect(places).toEqual([
		['', '/data', '5432'],
		['127.0.0.1', '', '40123']
	]);
});
