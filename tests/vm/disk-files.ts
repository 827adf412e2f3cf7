/** Shell: where the disks of the virtual machine are, and what every one of them is made with. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from './command.ts';

export const root = join(import.meta.dirname, '../..');
/** Disks that are kept for the next time, about 4 GB. */
export const folder = join(root, 'data', 'vm');

/** Of each file system. The file is sparse: it takes as much as is in it. */
const size = '24G';

/**
 * Makes a file that holds an ext4 file system with a copy of these files.
 * @param label names the file system
 * @param uid owns its topmost folder, which mkfs.ext4 does not copy
 */
export async function makeDisk(files: string, disk: string, label: string, uid = 0): Promise<void> {
	await command(
		[
			'mkfs.ext4',
			'-q',
			'-F',
			'-L',
			label,
			'-E',
			`root_owner=${uid}:${uid}`,
			'-d',
			files,
			disk,
			size
		],
		`The disk ${label} of the virtual machine could not be made.`
	);
}

export const exists = (path: string): Promise<boolean> =>
	access(path).then(
		() => true,
		() => false
	);
