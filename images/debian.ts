/** Shell: `debian:trixie-slim`, from a registry where one can be reached, else made here with debootstrap. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { BuildError, hasImage, readToEnd } from './engine.ts';

const repository = 'debian';
const tag = 'trixie-slim';
const image = `${repository}:${tag}`;

/** A registry that has not begun to answer by then is taken for unreachable. A download that has begun may go on. */
const registryMs = 10_000;

export async function ensureDebian(docker: Docker, say: (sentence: string) => void): Promise<void> {
	if (await hasImage(docker, image)) return;
	say(`Fetching ${image} from the image registry.`);
	if (await pulled(docker)) return;
	say('No image registry answers: making it from Debian packages with debootstrap instead.');
	const folder = await mkdtemp(join(tmpdir(), 'cyclelab-debian-'));
	try {
		await run('debootstrap', ['--variant=minbase', 'trixie', folder]);
		const downloads = ['./var/cache/apt/archives/*.deb', './var/lib/apt/lists/*'];
		const tar = spawn(
			'tar',
			['-C', folder, ...downloads.map((path) => `--exclude=${path}`), '-c', '.'],
			{ stdio: ['ignore', 'pipe', 'ignore'] }
		);
		await readToEnd(docker, await docker.importImage(tar.stdout, { repo: repository, tag }));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
	if (!(await hasImage(docker, image)))
		throw new BuildError(`The Docker Engine did not take ${image} as an image.`, []);
}

async function pulled(docker: Docker): Promise<boolean> {
	const giveUp = new AbortController();
	const timer = setTimeout(() => giveUp.abort(), registryMs);
	try {
		const stream = await docker.pull(image, { abortSignal: giveUp.signal });
		clearTimeout(timer);
		await readToEnd(docker, stream);
		return await hasImage(docker, image);
	} catch {
		// Unreachable, refused or cut off: all mean that it is to be made here.
		return false;
	} finally {
		clearTimeout(timer);
	}
}

/** Runs a program to its end; its last words are the error's. */
function run(program: string, args: string[]): Promise<void> {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
		let said = '';
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)));
		child.on('error', () =>
			reject(
				new BuildError(
					`Neither an image registry nor ${program} is at hand, and one of them must give the base image ${image}. Install ${program} (apt-get install ${program}) or pull ${image}.`,
					[]
				)
			)
		);
		child.on('close', (code) =>
			code === 0
				? resolve()
				: reject(
						new BuildError(
							`${program} could not make ${image}. It needs root and Debian's packages; its last words follow.`,
							said.trim().split('\n').slice(-10)
						)
					)
		);
	});
}
