import { expect, test } from 'vitest';
import { mayEnter, unprivileged } from './embedded-access.ts';

const nobody = { uid: 65534, gid: 65534 };

test('a folder is entered by its owner, its group or others, whichever one is, and all on the way must let one in', () => {
	const open = { mode: 0o40755, uid: 0, gid: 0 };
	const closed = { mode: 0o40700, uid: 0, gid: 0 };
	const own = { mode: 0o40700, uid: 65534, gid: 0 };
	const group = { mode: 0o40710, uid: 0, gid: 65534 };
	const ownButShut = { mode: 0o40077, uid: 65534, gid: 65534 };
	const cases = [[open], [open, closed], [closed, open], [own], [group], [ownButShut], []];
	expect(cases.map((folders) => mayEnter(folders, nobody))).toEqual([
		true,
		false,
		false,
		true,
		true,
		false,
		true
	]);
});

test("Debian's own PostgreSQL user is preferred to nobody", () => {
	const base =
		'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n';
	const debian = `${base}postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash\n`;
	expect([unprivileged(base), unprivileged(debian)]).toEqual([nobody, { uid: 101, gid: 104 }]);
	expect(() => unprivileged('root:x:0:0::/root:/bin/sh\n')).toThrow(
		'PostgreSQL refuses to run as root and this machine has neither a user "postgres" nor "nobody". ' +
			'Start the site as an ordinary user, or set DATABASE_URL.'
	);
});
