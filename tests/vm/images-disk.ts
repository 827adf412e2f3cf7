/**
 * Shell: a disk with the data folder of a Docker Engine that has the sandbox images. An engine of this machine loads them into
 * it: in an emulated machine `docker load` takes half an hour.
 */
import { createHash } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Docker from 'dockerode';
import { startSeparateEngine } from '../faults/separate-engine.ts';
import { exists, folder, makeDisk } from './disk-files.ts';

/**
 * @param name of the disk, of letters
 * @param tags images of this machine's engine; the disk is kept while they stay the same
 * @param say prints a line
 */
export async function imagesDisk(
	name: string,
	tags: readonly string[],
	say: (line: string) => void
): Promise<string> {
	const docker = new Docker();
	const ids = await Promise.all(tags.map(async (tag) => (await docker.getImage(tag).inspect()).Id));
	const hash = createHash('sha256')
		.update([...tags, ...ids].join('\n'))
		.digest('hex');
	const disk = join(folder, `${name}-${hash.slice(0, 12)}.raw`);
	if (await exists(disk)) return disk;
	say(`Making the disk of ${tags.length} images, which is kept: some minutes.`);
	for (const old of await readdir(folder))
		if (old.startsWith(`${name}-`)) await rm(join(folder, old));
	const engine = await startSeparateEngine(tags);
	if (typeof engine === 'string') throw new Error(`The images cannot be handed over: ${engine}.`);
	try {
		const { DockerRootDir } = await engine.docker.info();
		await makeDisk(DockerRootDir, `${disk}.new`, 'images');
		await rename(`${disk}.new`, disk);
	} finally {
		await engine.close();
		await rm(`${disk}.new`, { force: true });
	}
	return disk;
}
