/**
 * Shell: a Docker Engine of a test's own, beside the machine's: its own folder, socket, dockerd and containerd. They can be
 * killed and started again, and nobody else's container notices.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import Docker from 'dockerode';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { comesTrue } from './product.ts';

export type Daemon = 'dockerd' | 'containerd';

export type OwnEngine = {
	docker: Docker;
	/** For `DOCKER_HOST`. */
	address: string;
	/** SIGKILL, at one moment. Resolves when they are gone. */
	kill: (...daemons: Daemon[]) => Promise<void>;
	/** Starts those that do not run. Resolves when the engine answers. */
	start: () => Promise<void>;
	/** Ends it with all its containers, and removes its folder. */
	close: () => Promise<void>;
};

/** Images are too large for a folder of temporary files in memory. */
const parent = '/var/tmp';
/** Last words of a daemon that are kept, characters. */
const wordsKept = 2000;

/**
 * @param images tags of the machine's engine that it gets
 * @returns a sentence where there cannot be one
 */
export async function startOwnEngine(images: readonly string[]): Promise<OwnEngine | string> {
	const missing = whyNot();
	if (missing !== undefined) return missing;
	const folder = mkdtempSync(join(parent, 'cyclelab-engine-'));
	const address = `unix://${join(folder, 'docker.sock')}`;
	const docker = new Docker({ socketPath: join(folder, 'docker.sock') });
	const running = new Map<Daemon, ChildProcess>();
	const words = { dockerd: '', containerd: '' };
	const commands = commandsIn(folder, address);

	const begin = (daemon: Daemon) => {
		const [program = '', ...args] = commands[daemon];
		const child = spawn(program, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text: string) => {
				words[daemon] = (words[daemon] + text).slice(-wordsKept);
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
		// its owner was killed, and another process may have that number by now
		rmSync(join(folder, 'docker.pid'), { force: true });
		if (!running.has('containerd')) begin('containerd');
		if (!running.has('dockerd')) begin('dockerd');
		await comesTrue(
			'the engine of this test answers',
			async () => {
				for (const daemon of ['containerd', 'dockerd'] as const)
					if (!running.has(daemon)) throw new Error(`${daemon} ended: ${words[daemon]}`);
				return docker.ping().then(
					() => true,
					() => false
				);
			},
			() => words.dockerd
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

function whyNot(): string | undefined {
	if (process.getuid?.() !== 0) return 'only root may start a second Docker Engine';
	for (const program of ['dockerd', 'containerd', 'unshare'])
		if (spawnSync(program, ['--version']).status !== 0) return `there is no ${program} to start`;
	return undefined;
}

/** Nothing of the machine's is read, written or shared: no settings, no network, no containerd. */
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
			...['containerd', '--config', at('containerd.toml'), '--root', at('containerd')],
			...['--state', at('state/containerd'), '--address', at('containerd.sock')]
		],
		dockerd: [
			// in a network of its own: one that is told to make no bridge takes away the bridge of the machine's engine
			...['unshare', '--net', 'dockerd', '--config-file', at('daemon.json'), '--host', address],
			...['--data-root', at('data'), '--exec-root', at('state/docker')],
			...['--pidfile', at('docker.pid'), '--containerd', at('containerd.sock')],
			...['--bridge=none', '--iptables=false', '--ip6tables=false', '--ip-forward=false']
		]
	};
}

/** What is still mounted there, the innermost first. */
function mountsIn(folder: string): string[] {
	return readFileSync('/proc/self/mounts', 'utf8')
		.split('\n')
		.map((line) => line.split(' ')[1] ?? '')
		.filter((mount) => mount.startsWith(`${folder}/`))
		.reverse();
}

/** Processes that look after containers of these ids: one for each that exists, whatever the engine knows of it. */
export function shimsOf(ids: readonly string[]): number[] {
	const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	return processes.map(Number).filter((pid) => ids.some((id) => wordsOf(pid).includes(id)));
}

/** Nothing of a process that ended meanwhile. */
function wordsOf(pid: number): string[] {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
	} catch {
		return [];
	}
}
