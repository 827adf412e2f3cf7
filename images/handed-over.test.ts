/** Images that came by `docker save` bring what they stand on as layers, not as images of their own. */
import Docker from 'dockerode';
import { expect, test } from 'vitest';
import { ensureImages, imageTag } from './build.ts';

/** An engine with these images and no others, which builds nothing. */
function engineWith(tags: readonly string[]) {
	const docker = new Docker({ socketPath: '/nowhere' });
	const absent = Object.assign(new Error('no such image'), { statusCode: 404 });
	docker.getImage = (tag: string) => {
		const image = new Docker.Image(docker.modem, tag);
		const answer = tag.startsWith('debian:') ? new Error('It begins to build.') : absent;
		image.inspect = () =>
			(tags.includes(tag) ? Promise.resolve({}) : Promise.reject(answer)) as never;
		return image;
	};
	return docker;
}

test('an image that is there is used, whether or not the images below it are', async () => {
	const [cc, go] = [await imageTag('cc'), await imageTag('go')];
	const make = (tags: string[]) =>
		ensureImages({ docker: engineWith(tags), names: ['cc', 'go'], onProgress: () => undefined });
	await make([cc, go]);
	await expect(make([cc])).rejects.toThrow('It begins to build.');
});
