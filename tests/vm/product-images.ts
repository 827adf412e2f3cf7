/** Shell: production's images, which this machine's engine builds: the virtual machine reaches no registry. */
import { openProject } from '../compose/compose.ts';

/** `CYCLELAB_TAG` of docker-compose.yml. */
export const productTag = 'vm-test';
const services = ['site', 'runner', 'store'];
export const productTags = services.map((service) => `cyclelab/${service}:${productTag}`);

/** @param say prints a line */
export async function buildProduct(say: (line: string) => void): Promise<void> {
	say('Building the images of site, runner and store: some minutes, the first time.');
	const project = await openProject();
	try {
		const { code, output } = await project.everywhere('build');
		if (code !== 0) throw new Error(`Compose built no images.\n${output.slice(-4000)}`);
		for (const service of services)
			await project.docker
				.getImage(`cyclelab/${service}:${project.name}`)
				.tag({ repo: `cyclelab/${service}`, tag: productTag });
	} finally {
		await project.remove();
	}
}
