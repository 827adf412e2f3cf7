/**
 * Shell: how the embedded PostgreSQL is started when we are root. It refuses root, so it runs as an unprivileged user;
 * that user may be unable to enter the folder the checkout lies in (/root, say). Then it is started in a mount
 * namespace in which the two folders it needs, and no others, also appear under /run.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

type Account = { uid: number; gid: number };

/** Folders as the server process sees them, and what stands before its command line. */
export type Access = {
	account: Account | undefined;
	binaries: string;
	data: string;
	prefix: string[];
	/** Runs before the server, on our side. */
	prepare: () => void;
};

/** Mode bits of a folder and its owner. */
export type Folder = { mode: number; uid: number; gid: number };

/** Whether an account may pass through all of these folders. */
export function mayEnter(folders: Folder[], account: Account): boolean {
	return folders.every((folder) => {
		const bit = folder.uid === account.uid ? 0o100 : folder.gid === account.gid ? 0o010 : 0o001;
		return (folder.mode & bit) !== 0;
	});
}

/** The account of Debian's own server where there is one, else "nobody"; initdb insists on a known name. */
export function unprivileged(passwd: string): Account {
	for (const name of ['postgres', 'nobody']) {
		const fields = passwd
			.split('\n')
			.find((line) => line.startsWith(`${name}:`))
			?.split(':');
		if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
	}
	throw new Error(
		'PostgreSQL refuses to run as root and this machine has neither a user "postgres" nor "nobody". ' +
			'Start the site as an ordinary user, or set DATABASE_URL.'
	);
}

/** Finds a way for the server to reach its binaries (`native`) and its files (`parent`, both absolute). */
export function findAccess(native: string, parent: string): Access {
	const direct = { binaries: path.join(native, 'bin'), data: parent, prefix: [] };
	if (process.getuid?.() !== 0) return { ...direct, account: undefined, prepare: () => {} };
	const account = unprivileged(fs.readFileSync('/etc/passwd', 'utf8'));
	if (mayEnter([...ancestors(native), ...ancestors(path.dirname(parent))], account))
		return { ...direct, account, prepare: () => {} };
	const places = viewOf(parent);
	const script =
		'mount --bind "$1" "$2" && mount --bind "$3" "$4" && shift 4 && exec setpriv ' +
		`--reuid=${account.uid} --regid=${account.gid} --clear-groups --no-new-privs ` +
		'--inh-caps=-all --bounding-set=-all -- "$@"';
	const inside = ['--mount', '--propagation', 'private', '--', 'sh', '-c', script, 'sh'];
	const prefix = ['unshare', ...inside, native, places.native, parent, places.data];
	return {
		account: undefined,
		binaries: path.join(places.native, 'bin'),
		data: places.data,
		prefix,
		prepare: () => {
			for (const place of Object.values(places))
				fs.mkdirSync(place, { recursive: true, mode: 0o755 });
			const tried = spawnSync('unshare', ['--mount', '--', 'true']);
			if (tried.status !== 0)
				throw new Error(
					`PostgreSQL cannot run as root, and no other user can enter ${parent}. ` +
						'Set DATA_DIR to a folder under /var or /srv and keep the checkout where others may read it, ' +
						'or set DATABASE_URL.'
				);
			fs.chownSync(parent, account.uid, account.gid);
		}
	};
}

/** Where the two folders appear in the server's own namespace; empty folders in everyone else's. */
function viewOf(parent: string) {
	const mark = createHash('sha256').update(parent).digest('hex').slice(0, 12);
	const view = path.join('/run', `cyclelab-${mark}`);
	return { native: path.join(view, 'native'), data: path.join(view, 'data') };
}

/** Removes the folders that `prepare` made, after the server has ended. */
export function removeView(parent: string): void {
	const { native, data } = viewOf(parent);
	for (const folder of [native, data, path.dirname(data)])
		if (fs.existsSync(folder)) fs.rmdirSync(folder);
}

function ancestors(folder: string): Folder[] {
	const parent = path.dirname(folder);
	const above = parent === folder ? [] : ancestors(parent);
	return fs.existsSync(folder) ? [...above, fs.statSync(folder)] : above;
}
