/**
 * Shell: starts a second Docker Engine with its own folder, socket, dockerd and containerd. A test can kill it without
 * effect on the containers of the machine's engine.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import Docker from 'dockerode';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from './product.ts';

export type Daemon = 'dockerd' | 'containerd';

export type SeparateEngine = {
	docker: Docker;
	/** The value for `DOCKER_HOST`. */
	address: string;
	/** Sends SIGKILL to both at one moment. Resolves when they have ended. */
	kill: (...daemons: Daemon[]) => Promise<void>;
	/** Starts the daemons that do not run. Resolves when the engine responds. */
	start: () => Promise<void>;
	/** Removes its containers, ends its daemons and removes its folder. */
	close: () => Promise<void>;
};

/** Not /tmp, which may lie in memory: images are too large for that. */
const parent = '/var/tmp';
/** Length of a daemon's output that is kept for errors, characters. */
const outputKept = 2000;

/**
 * @param images tags of the images that are copied from the machine's engine
 * @returns a sentence if a second engine cannot be started
 */
export async function startSeparateEngine(
	images: readonly string[]
): Promise<SeparateEngine | string> {
	const missing = missingPrerequisite();
	if (missing !== undefined) return missing;
	const folder = mkdtempSync(join(parent, 'cyclelab-engine-'));
	const address = `unix://${join(folder, 'docker.sock')}`;
	const docker = new Docker({ socketPath: join(folder, 'docker.sock') });
	const running = new Map<Daemon, ChildProcess>();
	const outputs = { dockerd: '', containerd: '' };
	const commands = commandsIn(folder, address);

	const begin = (daemon: Daemon) => {
		const [program = '', ...args] = commands[daemon];
		const child = spawn(program, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text: string) => {
				outputs[daemon] = (outputs[daemon] + text).slice(-outputKept);
			});
		child.on('exit', () => running.get(daemon) === child && running.delete(daemon));
		running.set(daemon, child);
	};
	const end = async (signal: NodeJS.Signals, daemon: Daemon) => {
		const child = running.get(daemon);
		if (!child) return;
		const exit = once(child, 'exit');
		child.kill(signal);
		await exit;
	};
	const start = async () => {
		// left by the killed dockerd; another process may have that pid by now
		rmSync(join(folder, 'docker.pid'), { force: true });
		if (!running.has('containerd')) begin('containerd');
		if (!running.has('dockerd')) begin('dockerd');
		await waitUntil(
			'the second engine responds',
			async () => {
				for (const daemon of ['containerd', 'dockerd'] as const)
					if (!running.has(daemon)) throw new Error(`${daemon} ended: ${outputs[daemon]}`);
				return docker.ping().then(
					() => true,
					() => false
				);
			},
			() => outputs.dockerd
		);
	};
	const close = async () => {
		if (running.size === 2) {
			const containers = await docker.listContainers({ all: true });
			for (const { Id } of containers)
				await docker
					.getContainer(Id)
					.remove({ force: true })
					.catch(() => undefined);
		}
		await end('SIGTERM', 'dockerd');
		await end('SIGTERM', 'containerd');
		for (const mount of mountsIn(folder)) spawnSync('umount', ['--lazy', mount]);
		rmSync(folder, { recursive: true, force: true });
	};

	try {
		await start();
	} catch (error) {
		await close();
		return `a second Docker Engine does not start here: ${String(error)}`;
	}
	const given = new Docker();
	for (const tag of images) {
		const loaded = await docker.loadImage(await given.getImage(tag).get());
		await new Promise((resolve, reject) => {
			loaded.on('end', resolve).on('error', reject).resume();
		});
		await docker.getImage(tag).inspect();
	}
	return {
		docker,
		address,
		kill: async (...daemons) => {
			await Promise.all(daemons.map((daemon) => end('SIGKILL', daemon)));
		},
		start,
		close
	};
}

function missingPrerequisite(): string | undefined {
	if (process.getuid?.() !== 0) return 'only root may start a second Docker Engine';
	for (const program of ['dockerd', 'containerd', 'unshare'])
		if (spawnSync(program, ['--version']).status !== 0) return `${program} is not installed`;
	return undefined;
}

/** Commands that share no settings, network or containerd with the machine's engine. */
function commandsIn(folder: string, address: string): Record<Daemon, string[]> {
	const at = (name: string) => join(folder, name);
	mkdirSync(at('state'));
	writeFileSync(at('daemon.json'), '{}');
	writeFileSync(
		at('containerd.toml'),
		'version = 2\ndisabled_plugins = ["io.containerd.grpc.v1.cri"]\n'
	);
	return {
		containerd: [
			'containerd',
			'--config',
			at('containerd.toml'),
			'--root',
			at('containerd'),
			'--state',
			at('state/containerd'),
			'--address',
			at('containerd.sock')
		],
		dockerd: [
			// in a separate network namespace: with --bridge=none dockerd removes the bridge of the machine's engine
			'unshare',
			'--net',
			'dockerd',
			'--config-file',
			at('daemon.json'),
			'--host',
			address,
			'--data-root',
			at('data'),
			'--exec-root',
			at('state/docker'),
			'--pidfile',
			at('docker.pid'),
			'--containerd',
			at('containerd.sock'),
			'--bridge=none',
			'--iptables=false',
			'--ip6tables=false',
			'--ip-forward=false'
		]
	};
}

/** Mounts below the folder, the innermost first. */
function mountsIn(folder: string): string[] {
	return readFileSync('/proc/self/mounts', 'utf8')
		.split('\n')
		.map((line) => line.split(' ')[1] ?? '')
		.filter((mount) => mount.startsWith(`${folder}/`))
		.reverse();
}

/** containerd's shim processes for containers of these ids: one for each that exists, even if dockerd lost it. */
export function shimsOf(ids: readonly string[]): number[] {
	const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	return processes.map(Number).filter((pid) => ids.some((id) => argumentsOf(pid).includes(id)));
}

/** The command line of a process; empty if it has ended. */
function argumentsOf(pid: number): string[] {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
	} catch {
		return [];
	}
}
