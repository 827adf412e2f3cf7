/** Makes a `Host` from the kernel's texts about this machine. Pure: `read.ts` reads the texts. */
import type { Host } from '@cyclelab/contract/schema/host';
import { extensions } from '@cyclelab/contract/flags/processors';
import { nameArm } from './arm-cores.ts';
import { readCpuList } from './cpu-list.ts';
import { nameX86, type Microarchitecture } from './microarchitecture.ts';

/** Raw texts as the kernel gives them. */
export type HostTexts = {
	/** Node's `process.arch`. */
	arch: string;
	cpuinfo: string;
	/** /sys/devices/system/cpu/cpu0/cache/index*, file name -> contents. */
	caches: Record<string, string>[];
	/** /sys/kernel/mm/transparent_hugepage/enabled, empty if absent. */
	hugePages: string;
	kernel: string;
	pageBytes: number;
	cores: number;
	/** For each logical processor, all threads of its physical core as a kernel processor list. Empty if unknown. */
	threads: readonly string[];
	/**
	 * /sys/devices/cpu_core/cpus: the performance cores, a kernel processor list. Empty where all cores are of one kind. The
	 * kernel has this file on Intel's hybrid processors only (Linux, arch/x86/events/intel/core.c).
	 */
	performanceCores: string;
};

export function describeHost(texts: HostTexts): Host {
	const fields = firstProcessor(texts.cpuinfo);
	const { name, identity } = texts.arch === 'arm64' ? arm(fields) : x86(fields);
	return {
		arch: texts.arch === 'arm64' ? 'arm64' : 'x86-64',
		microarchitecture: name.mcpu,
		processor: name.processor,
		identity,
		...(texts.arch === 'arm64' ? {} : { extensions: extensionsIn(fields.get('flags') ?? '') }),
		virtualised: /(^|\s)hypervisor(\s|$)/.test(fields.get('flags') ?? ''),
		emulated: false,
		cores: texts.cores,
		caches: texts.caches.flatMap((cache) => describeCache(cache) ?? []),
		pageBytes: texts.pageBytes,
		hugePages: /\[(\w+)\]/.exec(texts.hugePages)?.[1] ?? 'unknown',
		kernel: texts.kernel
	};
}

function extensionsIn(flags: string): string[] {
	const all = new Set(flags.split(/\s+/));
	return extensions.flatMap(({ cpuinfo }) => (all.has(cpuinfo) ? [cpuinfo] : []));
}

/** The version of the microcode, as the kernel reports it; undefined where it reports none. */
export const microcodeIn = (cpuinfo: string): string | undefined =>
	firstProcessor(cpuinfo).get('microcode');

function firstProcessor(cpuinfo: string): Map<string, string> {
	const first = cpuinfo.split('\n\n')[0] ?? '';
	return new Map(
		first.split('\n').flatMap((line): [string, string][] => {
			const at = line.indexOf(':');
			return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
		})
	);
}

type IdentifiedProcessor = { name: Microarchitecture; identity: string };

function x86(fields: Map<string, string>): IdentifiedProcessor {
	// Some hypervisors give the lines and leave them empty.
	const vendor = fields.get('vendor_id') || 'unknown vendor';
	const family = Number(fields.get('cpu family') ?? 0);
	const model = Number(fields.get('model') ?? 0);
	const stepping = Number(fields.get('stepping') ?? 0);
	return {
		name: nameX86({ vendor, family, model, stepping }),
		identity: `${vendor} family ${family} model ${model} stepping ${stepping}`
	};
}

function arm(fields: Map<string, string>): IdentifiedProcessor {
	const implementer = Number(fields.get('CPU implementer') ?? 0);
	const part = Number(fields.get('CPU part') ?? 0);
	return {
		name: nameArm(implementer, part),
		identity: `implementer 0x${implementer.toString(16)} part 0x${part.toString(16)} variant ${fields.get('CPU variant') ?? '?'} revision ${fields.get('CPU revision') ?? '?'}`
	};
}

const factors: Record<string, number> = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** One cache that holds data; instruction caches and unreadable entries give nothing. */
function describeCache(cache: Record<string, string>): Host['caches'][number] | undefined {
	const type = cache['type']?.trim().toLowerCase();
	const size = /^(\d+)([KMG]?)$/.exec(cache['size']?.trim() ?? '');
	const level = Number(cache['level']);
	if ((type !== 'data' && type !== 'unified') || !size || !Number.isInteger(level))
		return undefined;
	const bytes = Number(size[1]) * (factors[size[2] ?? ''] ?? 1);
	if (!Number.isSafeInteger(bytes)) return undefined;
	const ways = Number(cache['ways_of_associativity']);
	return {
		level,
		type,
		bytes,
		...(ways > 0 ? { ways } : {}),
		sharedBy: readCpuList(cache['shared_cpu_list'] ?? '0').length
	};
}
