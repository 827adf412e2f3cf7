/**
 * Whether a Docker Engine can hold sandboxes to their limits. An engine that cannot still makes the container: it drops the
 * limit, with a warning in its answer.
 */
import type Docker from 'dockerode';
import { z } from 'zod';

/** Of the engine's `GET /info` (Docker Engine API 1.41, SystemInfo). A missing field means that the engine cannot do it. */
export const EngineInfo = z.object({
	MemoryLimit: z.boolean().default(false),
	PidsLimit: z.boolean().default(false),
	CPUSet: z.boolean().default(false),
	/** Podman reports it; no Docker Engine does. */
	BuildahVersion: z.string().optional(),
	SecurityOptions: z.array(z.string()).nullish()
});
export type EngineInfo = z.infer<typeof EngineInfo>;

/** The engine's field, the limited resource, and the kernel's controller of it. */
const needed = [
	['MemoryLimit', 'memory', 'memory'],
	['PidsLimit', 'processes', 'pids'],
	['CPUSet', 'processors', 'cpuset']
] as const;

/**
 * Why no sandbox may run on this engine, and what to do; undefined if it holds every limit.
 * @param uid of whoever runs a rootless engine
 */
export function missingLimits(info: EngineInfo, uid = process.getuid?.() ?? 0): string | undefined {
	// Podman's issue 27710: it takes the text of the filter as the name of a file, and makes no container.
	if (info.BuildahVersion !== undefined)
		return 'This engine is Podman, which cannot be given the filter of system calls that every sandbox has, so nothing runs on it. Start a Docker Engine (rootless, if you like), and name its socket in DOCKER_HOST.';
	const missing = needed.filter(([field]) => !info[field]);
	if (missing.length === 0) return undefined;
	const limits = inWords(missing.map(([, limit]) => limit));
	const controllers = inWords(missing.map(([, , controller]) => controller));
	const fact = `This Docker Engine cannot limit the ${limits} of a sandbox, so nothing runs on it`;
	return info.SecurityOptions?.some((option) => option.startsWith('name=rootless'))
		? `${fact}: it is rootless, and systemd does not delegate ${controllers} to it. As root, write the lines "[Service]" and "Delegate=cpu cpuset io memory pids" to /etc/systemd/system/user@.service.d/delegate.conf, then run \`systemctl daemon-reload\` and \`systemctl restart user@${uid}.service\` (it ends that user's programs), and start again.`
		: `${fact}: the kernel's control groups lack ${controllers}. Look at the warnings of \`docker info\`; on a Raspberry Pi, for instance, add cgroup_enable=memory to the kernel's command line.`;
}

/**
 * Why no sandbox may run on an engine of a host that strangers reach and that has other purposes: a bug that leads out of a sandbox
 * gives what its root may. Undefined if that root is no root of the host.
 */
function unmappedRoot({ SecurityOptions }: EngineInfo): string | undefined {
	const isMapped = SecurityOptions?.some((option) => /^name=(userns|rootless)/.test(option));
	return isMapped
		? undefined
		: 'Other machines can reach this site, and root in a sandbox is root of this host, so no runner is started here. Set "userns-remap": "default" in /etc/docker/daemon.json, or state by --dedicated-host (or DEDICATED_HOST=1) that this host is for nothing else. SECURITY.md has the reasons.';
}

/**
 * Asks the engine. Rejects with whatever the question is answered with.
 * @param isShared whether strangers reach a host that has other purposes
 */
export async function engineRefusal(
	docker: Pick<Docker, 'info'>,
	isShared = false
): Promise<string | undefined> {
	const info = EngineInfo.parse(await docker.info());
	return missingLimits(info) ?? (isShared ? unmappedRoot(info) : undefined);
}

const inWords = (names: readonly string[]) =>
	names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
