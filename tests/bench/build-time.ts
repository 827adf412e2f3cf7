/** The time of the web build, in a copy of the site's folder, so that the served pages stay unchanged. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const root = dirname(dirname(import.meta.dirname));
const made = ['build', '.svelte-kit', 'node_modules'];

export async function timeBuild(): Promise<{ seconds: number }> {
	const folder = await mkdtemp(join(tmpdir(), 'cyclelab-build-'));
	try {
		const site = join(folder, 'site');
		await cp(join(root, 'site'), site, {
			recursive: true,
			filter: (path) => !made.includes(basename(path))
		});
		await cp(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
		await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
		const began = performance.now();
		const child = spawn(
			process.execPath,
			[join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'],
			{ cwd: site, env: { ...process.env, NODE_ENV: 'production' }, stdio: 'pipe' }
		);
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text: string) => (output += text));
		await once(child, 'exit');
		if (child.exitCode !== 0) throw new Error(`The pages could not be built.\n${output}`);
		return { seconds: (performance.now() - began) / 1000 };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
