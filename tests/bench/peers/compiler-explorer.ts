/**
 * Shell: Compiler Explorer, started from a checkout in a container of the image `cc`, so that both sites call compilers of one
 * version. Its own sandbox is off, as its configuration has it outside production.
 */
import { mkdtemp, cp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { z } from 'zod';
import { until } from '../../e2e/product.ts';
import { freePort } from '../../free-port.ts';

/** Debian's clang, and the same version linked as one static program, which Cyclelab's own sandboxes start. */
export const compilers = { debian: '/usr/bin/clang-22', static: '/tmp/static/clang' } as const;
export type PeerCompiler = keyof typeof compilers;

/** Its default outside production; production has 2 for each node. */
const concurrentCompiles = 4;

const properties = {
	'c.peer.properties': [
		`compilers=${Object.keys(compilers).join(':')}`,
		...Object.entries(compilers).flatMap(([id, path]) => [
			`compiler.${id}.exe=${path}`,
			`compiler.${id}.name=${id}`,
			`compiler.${id}.compilerType=clang`
		]),
		'intelAsm=-masm=intel',
		'demangler=c++filt',
		'tools=mca',
		'tools.mca.exe=/usr/bin/llvm-mca-22',
		'tools.mca.name=llvm-mca',
		'tools.mca.type=postcompilation',
		'tools.mca.class=llvm-mca-tool',
		'tools.mca.stdinHint=disabled'
	],
	'compiler-explorer.peer.properties': [
		`maxConcurrentCompiles=${concurrentCompiles}`,
		'compilerCacheConfig=InMemory(10)',
		'localStorageFolder=/tmp/storage'
	]
};

/** It asks git for its own version at the start. */
const start = `mkdir -p /tmp/static && ln -s /usr/lib/llvm-22/bin/cyclelab-llvm ${compilers.static}
printf '#!/bin/sh\\necho unknown\\n' > /usr/local/bin/git && chmod +x /usr/local/bin/git
exec node --no-warnings=ExperimentalWarning --import=tsx app.ts --root-dir /peer/etc --env peer --language c --host 127.0.0.1 --no-local --no-remote-fetch --port`;

/** The filters that Compiler Explorer's page sends at first. */
const filters = {
	intel: true,
	labels: true,
	directives: true,
	commentOnly: true,
	demangle: true,
	libraryCode: true
};

const Answer = z.object({
	code: z.literal(0),
	asm: z.array(z.object({ text: z.string() })).min(5),
	tools: z.array(z.object({ code: z.literal(0), stdout: z.array(z.object({ text: z.string() })) }))
});

type CompilerExplorer = {
	/**
	 * Compiles, and predicts if `processor` is given. Throws unless the answer has the kernel's assembly and, if it was
	 * asked for, the predicted cycles.
	 * @returns ms from the request to the whole answer
	 */
	compile: (ask: PeerAsk) => Promise<number>;
	/** Process id of the container's first process. */
	pid: number;
	close: () => Promise<void>;
};

type PeerAsk = {
	compiler: PeerCompiler;
	source: string;
	flags: readonly string[];
	/** `-mcpu` of llvm-mca. */
	processor?: string;
};

/** @param checkout a folder with Compiler Explorer in which `npm install` ran */
export async function openCompilerExplorer(checkout: string): Promise<CompilerExplorer> {
	const docker = new Docker();
	const port = await freePort('127.0.0.1');
	const folder = await mkdtemp(join(tmpdir(), 'cyclelab-peer-'));
	await cp(join(resolve(checkout), 'etc'), join(folder, 'etc'), { recursive: true });
	for (const [name, lines] of Object.entries(properties))
		await writeFile(join(folder, 'etc', 'config', name), `${lines.join('\n')}\n`);
	const container = await docker.createContainer({
		Image: await imageTag('cc'),
		Entrypoint: ['/bin/sh', '-c', `${start} ${port}`],
		Env: ['NODE_ENV=production'],
		User: '0',
		WorkingDir: resolve(checkout),
		Labels: { 'cyclelab.bench': 'peer' },
		HostConfig: {
			AutoRemove: true,
			NetworkMode: 'host',
			Binds: [
				`${resolve(checkout)}:${resolve(checkout)}:ro`,
				`${join(folder, 'etc')}:/peer/etc:ro`,
				`${process.execPath}:/usr/local/bin/node:ro`
			]
		}
	});
	const close = async () => {
		await container.remove({ force: true }).catch(() => undefined);
		await rm(folder, { recursive: true, force: true });
	};
	try {
		await container.start();
		const { State } = await container.inspect();
		const url = `http://127.0.0.1:${port}`;
		await until('Compiler Explorer answers', () =>
			fetch(`${url}/healthcheck`).then(
				({ ok }) => ok,
				() => false
			)
		);
		return { compile: (ask) => compile(url, ask), pid: State.Pid, close };
	} catch (error) {
		await close();
		throw error;
	}
}

async function compile(url: string, { compiler, source, flags, processor }: PeerAsk) {
	const began = performance.now();
	const response = await fetch(`${url}/api/compiler/${compiler}/compile`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', accept: 'application/json' },
		body: JSON.stringify({
			source,
			lang: 'c',
			options: {
				userArguments: flags.join(' '),
				filters,
				tools: processor === undefined ? [] : [{ id: 'mca', args: `-mcpu=${processor}` }]
			}
		})
	});
	const body: unknown = await response.json();
	const ms = performance.now() - began;
	const { asm, tools } = Answer.parse(body);
	if (!asm.some(({ text }) => text.startsWith('kernel:')))
		throw new Error('Compiler Explorer’s answer has no kernel.');
	const printed = tools.flatMap(({ stdout }) => stdout);
	if (processor !== undefined && !printed.some(({ text }) => text.startsWith('Total Cycles:')))
		throw new Error('Compiler Explorer’s answer has no prediction.');
	return ms;
}
