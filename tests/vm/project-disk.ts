/** Shell: a disk with this folder as it is now: its files, the packages of npm, and the pages. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from './command.ts';
import { exists, folder, makeDisk, root } from './disk-files.ts';

/** Folders that the virtual machine cannot make, because it has no network, or makes slowly. */
const made = ['node_modules', 'site/node_modules', 'site/build', 'site/.svelte-kit'];
/** Of the user `learner`, the first one in `system.sh`. */
const uid = 1000;

export async function projectDisk(): Promise<string> {
	const listed = await command(
		['git', '-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
		'git could not list the files of this folder.'
	);
	const candidates = [...listed.split('\0').filter((name) => name !== ''), ...made];
	const there = await Promise.all(candidates.map((name) => exists(join(root, name))));
	const names = join(folder, 'project.names');
	const archive = join(folder, 'project.tar');
	const files = join(folder, 'project');
	const disk = join(folder, 'project.raw');
	const why = 'The files of this folder could not be copied.';
	try {
		await rm(files, { recursive: true, force: true });
		await mkdir(files);
		await writeFile(names, candidates.filter((_, at) => there[at]).join('\0'));
		const owner = [`--owner=${uid}`, `--group=${uid}`];
		await command(['tar', '-C', root, '--null', '-T', names, ...owner, '-cf', archive], why);
		await command(['tar', '-C', files, '--same-owner', '-xpf', archive], why);
		await makeDisk(files, disk, 'project', uid);
	} finally {
		for (const path of [names, archive, files]) await rm(path, { recursive: true, force: true });
	}
	return disk;
}
