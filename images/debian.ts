/** Shell: the Debian images stand on, from a registry where one can be reached, else made here with debootstrap. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { BuildError, hasImage, readToEnd } from './engine.ts';
import { ownPlatform } from './ingredients.ts';
import { runProgram } from './program.ts';
import { debianArch, debianFor, type Platform } from './recipes.ts';
import { pull } from './transfer.ts';

/** Of another platform than this machine's only once its programs can be executed here (`emulation.ts`). */
export async function ensureDebian(
	docker: Docker,
	platform: Platform,
	say: (sentence: string) => void
): Promise<void> {
	const image = debianFor(platform, ownPlatform);
	if (await hasImage(docker, image)) return;
	say(`Fetching ${image} from the image registry.`);
	// Unreachable, refused or cut off: all mean that it is to be made here.
	await pull(docker, image, platform).catch(() => undefined);
	if (await hasImage(docker, image)) return;
	const patience = platform === ownPlatform ? '' : ', under an emulator, which takes some minutes';
	say(`No image registry answers: making it from Debian packages with debootstrap${patience}.`);
	const folder = await mkdtemp(join(tmpdir(), 'cyclelab-debian-'));
	try {
		const arch = debianArch[platform];
		await runProgram('debootstrap', [`--arch=${arch}`, '--variant=minbase', 'trixie', folder], {
			missing: `Neither an image registry nor debootstrap is at hand, and one of them must give the base image ${image}. Install debootstrap (apt-get install debootstrap) or pull ${image}.`,
			failed: `debootstrap could not make ${image}. It needs root and Debian's packages; its last words follow.`
		});
		const downloads = ['./var/cache/apt/archives/*.deb', './var/lib/apt/lists/*'];
		const tar = spawn(
			'tar',
			['-C', folder, ...downloads.map((path) => `--exclude=${path}`), '-c', '.'],
			{ stdio: ['ignore', 'pipe', 'ignore'] }
		);
		const [repo, tag] = image.split(':');
		const importing = { repo, tag, platform: `linux/${arch}` };
		await readToEnd(docker, await docker.importImage(tar.stdout, importing));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
	if (!(await hasImage(docker, image)))
		throw new BuildError(`The Docker Engine did not take ${image} as an image.`, []);
}
