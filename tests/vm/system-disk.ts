/** Shell: the virtual machine's Debian 13, which is made once and kept. */
import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from './command.ts';
import { exists, folder, makeDisk } from './disk-files.ts';

/** Files of a Debian that can be booted. `key`: SSH key of its users. */
export type System = { disk: string; kernel: string; initrd: string; key: string };

/** Lines of debootstrap and apt that show how far they are. */
const isShown = /^(I: (Retrieving|Base)|Unpacking linux-image|Setting up (docker|linux-image))/;
const recipe = join(import.meta.dirname, 'system.sh');

/**
 * The system that `system.sh` makes, kept until that file changes. Needs root and Debian's package mirror.
 * @param say prints a line
 */
export async function systemDisk(say: (line: string) => void): Promise<System> {
	const hash = createHash('sha256')
		.update(await readFile(recipe))
		.digest('hex');
	const place = join(folder, `system-${hash.slice(0, 12)}`);
	if (await exists(place)) return systemIn(place);
	say('Making the disk of a Debian 13, which is kept: about five minutes.');
	for (const name of await readdir(folder))
		if (/^(system|new)-/.test(name)) await rm(join(folder, name), { recursive: true });
	const made = await mkdtemp(join(folder, 'new-'));
	const files = join(made, 'files');
	const { disk, kernel, initrd, key } = systemIn(made);
	try {
		await command(
			['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key],
			'ssh-keygen made no key.'
		);
		await command(
			['unshare', '--mount', '--', 'sh', recipe, files, `${key}.pub`],
			'debootstrap and apt made no Debian.',
			(line) => isShown.test(line) && say(`  ${line}`)
		);
		const boot = (await readdir(join(files, 'boot'))).sort();
		const newest = (start: string) =>
			join(files, 'boot', boot.findLast((name) => name.startsWith(start)) ?? start);
		await copyFile(newest('vmlinuz-'), kernel);
		await copyFile(newest('initrd.img-'), initrd);
		await makeDisk(files, disk, 'system');
		await rm(files, { recursive: true });
		await rename(made, place);
	} finally {
		await rm(made, { recursive: true, force: true });
	}
	return systemIn(place);
}

const systemIn = (place: string): System => ({
	disk: join(place, 'disk.raw'),
	kernel: join(place, 'vmlinuz'),
	initrd: join(place, 'initrd.img'),
	key: join(place, 'key')
});
