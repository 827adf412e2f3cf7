/** Shell: reads the kernel's texts about this machine. */
import { readFile, readdir } from 'node:fs/promises';
import os from 'node:os';
import type { HostTexts } from './describe.ts';

export const cpuFolder = '/sys/devices/system/cpu';
const cacheFolder = `${cpuFolder}/cpu0/cache`;

export async function readHostTexts(): Promise<HostTexts> {
	const [cpuinfo, hugePages, caches, threads, performanceCores] = await Promise.all([
		readText('/proc/cpuinfo'),
		readText('/sys/kernel/mm/transparent_hugepage/enabled'),
		readCaches(),
		readThreads(),
		readText('/sys/devices/cpu_core/cpus')
	]);
	return {
		arch: process.arch,
		cpuinfo,
		caches,
		hugePages,
		kernel: `${os.type()} ${os.release()}`,
		// Linux on both targets runs with 4 KiB pages ; AT_PAGESZ may differ. smaps of this process's first mapping has the size.
		pageBytes: await readPageBytes(),
		cores: os.availableParallelism(),
		threads,
		performanceCores
	};
}

async function readThreads(): Promise<string[]> {
	const processors = (await readdir(cpuFolder).catch(() => [])).filter((name) =>
		/^cpu\d+$/.test(name)
	);
	const lists = processors.map((name) =>
		readText(`${cpuFolder}/${name}/topology/thread_siblings_list`)
	);
	return (await Promise.all(lists)).map((list) => list.trim()).filter((list) => list !== '');
}

/** Empty where there is no such file. */
export async function readText(path: string): Promise<string> {
	return readFile(path, 'utf8').catch(() => '');
}

async function readCaches(): Promise<Record<string, string>[]> {
	const indexes = (await readdir(cacheFolder).catch(() => [])).filter((name) =>
		/^index\d+$/.test(name)
	);
	const names = ['level', 'type', 'size', 'ways_of_associativity', 'shared_cpu_list'];
	return Promise.all(
		indexes
			.sort()
			.map(async (index) =>
				Object.fromEntries(
					await Promise.all(
						names.map(async (name) => [name, await readText(`${cacheFolder}/${index}/${name}`)])
					)
				)
			)
	);
}

async function readPageBytes(): Promise<number> {
	const kernelPage = /KernelPageSize:\s+(\d+) kB/.exec(await readText('/proc/self/smaps'));
	return Number(kernelPage?.[1] ?? 4) * 1024;
}
