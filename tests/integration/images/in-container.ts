/** Runs one command in a new container without a network, for tests of the images themselves. */
import { PassThrough } from 'node:stream';
import type Docker from 'dockerode';

type EndedInContainer = { status: number; stdout: string; stderr: string };

/** @param core the only processor that the container may use */
export async function inContainer(
	docker: Docker,
	image: string,
	argv: string[],
	env: Record<string, string> = {},
	core?: number
): Promise<EndedInContainer> {
	const container = await docker.createContainer({
		Image: image,
		Cmd: argv,
		Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
		HostConfig: {
			NetworkMode: 'none',
			...(core === undefined ? {} : { CpusetCpus: String(core) })
		}
	});
	try {
		const attached = await container.attach({ stream: true, stdout: true, stderr: true });
		const stdout = gather();
		const stderr = gather();
		docker.modem.demuxStream(attached, stdout.stream, stderr.stream);
		const read = new Promise((resolve) => attached.on('end', resolve).on('close', resolve));
		await container.start();
		const [ended] = await Promise.all([container.wait(), read]);
		return { status: Number(ended.StatusCode), stdout: stdout.text(), stderr: stderr.text() };
	} finally {
		await container.remove({ force: true });
	}
}

function gather(): { stream: PassThrough; text: () => string } {
	const stream = new PassThrough();
	const chunks: Buffer[] = [];
	stream.on('data', (chunk: Buffer) => chunks.push(chunk));
	return { stream, text: () => Buffer.concat(chunks).toString() };
}
