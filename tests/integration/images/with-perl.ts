/** Shell: an image with perl, for tests that make system calls on the processor itself. */
import { imageTag } from '@cyclelab/images/build';
import type { ImageName } from '@cyclelab/images/recipes';
import type Docker from 'dockerode';

/**
 * The image with the perl of the image that it stands on. Every image lacks perl, and the folders of a step are mounted noexec,
 * so without it no test could try what a program does that got past the emulator.
 * @returns the tag of the new image, which the caller removes
 */
export async function imageWithPerl(docker: Docker, name: ImageName): Promise<string> {
	// The image of the tools has no command of its own, and neither container is started.
	const from = await docker.createContainer({ Image: await imageTag('tools'), Cmd: ['true'] });
	const into = await docker.createContainer({ Image: await imageTag(name) });
	try {
		await into.putArchive(await from.getArchive({ path: '/usr/bin/perl' }), { path: '/usr/bin' });
		const { Id } = (await into.commit()) as { Id: string };
		const tag = `${Id.replace('sha256:', '').slice(0, 12)}`;
		await docker.getImage(Id).tag({ repo: 'cyclelab-test', tag });
		return `cyclelab-test:${tag}`;
	} finally {
		await Promise.all([from.remove({ force: true }), into.remove({ force: true })]);
	}
}
