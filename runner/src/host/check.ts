/**
 * What is unsafe or unfit about a host: kernel, engine and processor settings, each with the reason and one thing to do. Pure:
 * `surroundings.ts` reads the texts. The list follows isolate's `isolate-check-environment`
 * (github.com/ioi/isolate), and what an engine may lack that our containers rely on.
 */
import type { HostFinding } from '@cyclelab/contract/schema/host';

/** The engine's facts about itself (`GET /info`) that the checks need. */
export type EngineFacts = {
	version: string;
	/** Such as "name=seccomp,profile=default", "name=userns", "name=rootless", "name=apparmor". */
	securityOptions: readonly string[];
	/** "1" or "2"; empty if the engine does not say. */
	cgroupVersion: string;
	/** Limits that the kernel and the engine cannot enforce, by the names of `GET /info`. */
	missingLimits: readonly string[];
};

/** Texts of the kernel; a file that does not exist is an empty text. */
export type Surroundings = {
	/** `uname -r`. */
	kernel: string;
	/** /sys/devices/system/cpu/vulnerabilities: file name -> text. */
	vulnerabilities: Readonly<Record<string, string>>;
	/** /sys/devices/system/cpu/smt/active. */
	smt: string;
	/** /proc/swaps. */
	swaps: string;
	/** /proc/sys/kernel/randomize_va_space. */
	randomAddresses: string;
	/** /proc/sys/kernel/core_pattern. */
	corePattern: string;
	/** /sys/kernel/mm/transparent_hugepage/enabled. */
	hugePages: string;
	/** scaling_governor of every processor. */
	governors: readonly string[];
	/** /sys/devices/system/cpu/intel_pstate/no_turbo and /sys/devices/system/cpu/cpufreq/boost. */
	noTurbo: string;
	boost: string;
	/** /proc/stat. */
	stat: string;
	engine?: EngineFacts | undefined;
	/** Why tools disturb the measuring core, if they do (`sharedCoreIn`). */
	sharedCore?: string | undefined;
	/** That the host refuses cells and why, if it does (`cell-engine.ts`). */
	cellsRefused?: string | undefined;
	/** Character devices that a sandbox sees, by their paths; absent until a sandbox was asked. */
	sandboxDevices?: readonly string[] | undefined;
};

/** Devices without which ordinary programs do not work; none has state that another container sees. */
const neededDevices = ['full', 'null', 'random', 'tty', 'urandom', 'zero'].map(
	(name) => `/dev/${name}`
);
/** The oldest kernel that kernel.org, and the oldest engine that Docker's makers, still repaired in 2026. */
const oldestKernel = [5, 10] as const;
const oldestEngine = 25;
/** A part of processor time taken by other virtual machines that widens intervals, 0..1. */
const muchSteal = 0.005;

type Look = (host: Surroundings) => string | undefined;

const unsafe: Record<string, Look> = {
	mitigations: ({ vulnerabilities }) => {
		const open = Object.keys(vulnerabilities)
			.filter((name) => vulnerabilities[name]?.startsWith('Vulnerable'))
			.sort();
		return open.length === 0
			? undefined
			: `The kernel calls this processor vulnerable to ${quoted(open.join(', '), 200)}, so a program in a sandbox may read memory that is not its own. Update the processor's microcode and the kernel, and start the kernel without "mitigations=off".`;
	},
	smt: ({ smt }) =>
		smt.trim() === '1'
			? 'Hyperthreads are on, so programs of two sandboxes can run on one physical core and learn from its caches what the other does. Turn them off in the firmware, or start the kernel with "nosmt".'
			: undefined,
	kernel: ({ kernel }) => {
		const [major = 0, minor = 0] = kernel.split('.').map((part) => Number.parseInt(part, 10));
		const isOld = major < oldestKernel[0] || (major === oldestKernel[0] && minor < oldestKernel[1]);
		return isOld
			? `The kernel ${quoted(kernel)} is older than ${oldestKernel.join('.')}, the oldest that kernel.org repairs, and every sandbox shares it. Install a newer one.`
			: undefined;
	},
	'core-pattern': ({ corePattern }) =>
		corePattern.startsWith('|')
			? `A crash in a sandbox starts "${quoted(corePattern.slice(1).split(' ')[0] ?? '')}" on the host, as root, with the memory of the learner's program as its input: limits of core files do not hold for programs. Run "sysctl kernel.core_pattern=core".`
			: undefined,
	'random-addresses': ({ randomAddresses }) =>
		/^[01]$/.test(randomAddresses.trim())
			? 'The kernel does not place programs and their memory at random addresses, which makes a hole in a compiler easier to use. Run "sysctl kernel.randomize_va_space=2".'
			: undefined,
	engine: ({ engine }) => {
		const major = Number.parseInt(engine?.version ?? '', 10);
		return major < oldestEngine
			? `The Docker Engine ${quoted(engine?.version ?? '')} is of a line that its makers no longer repair, and it is what keeps sandboxes apart. Install version ${oldestEngine} or newer, unless your distribution repairs this one.`
			: undefined;
	},
	seccomp: ({ engine }) =>
		engine && !hasOption(engine, 'seccomp')
			? 'The Docker Engine filters no system calls, so a program in a sandbox can use all of the kernel. Use a kernel and an engine with seccomp.'
			: undefined,
	'access-control': ({ engine }) =>
		engine && !hasOption(engine, 'apparmor') && !hasOption(engine, 'selinux')
			? 'Neither AppArmor nor SELinux confines containers, so nothing else holds a program that leaves its sandbox. Turn one of them on, as the distribution describes it.'
			: undefined,
	'user-namespace': ({ engine }) =>
		engine && !hasOption(engine, 'userns') && !hasOption(engine, 'rootless')
			? 'Root in a sandbox, as which the supervisor runs, is root of the host. Set "userns-remap": "default" in /etc/docker/daemon.json, on an engine for the runner alone.'
			: undefined,
	limits: ({ engine }) =>
		engine && engine.missingLimits.length > 0
			? `The Docker Engine cannot enforce ${quoted(engine.missingLimits.join(', '), 200)}, so a program can take more of the host than its limits say. Use control groups of version 2, and delegate all controllers to a rootless engine.`
			: undefined,
	devices: ({ sandboxDevices }) => {
		const more = sandboxDevices?.filter((path) => !neededDevices.includes(path)) ?? [];
		return more.length === 0
			? undefined
			: `Sandboxes see devices that no program needs: ${quoted(more.join(', '), 200)}. Each is a way into the kernel. Use an engine whose runtime honours masked paths, as runc does.`;
	}
};

const unfit: Record<string, Look> = {
	'shared-core': ({ sharedCore }) => sharedCore,
	cells: ({ cellsRefused }) => cellsRefused && quoted(cellsRefused, 300),
	swap: ({ swaps }) =>
		swaps.trim().split('\n').length > 1
			? 'Swap is on: when memory is short, what is measured waits for a disk. Run "swapoff -a".'
			: undefined,
	'control-groups': ({ engine }) =>
		engine?.cgroupVersion === '1'
			? 'The host uses control groups of version 1, which newer distributions and engines no longer support. Start the kernel with "systemd.unified_cgroup_hierarchy=1".'
			: undefined,
	governor: ({ governors }) => {
		const others = [...new Set(governors.map((governor) => governor.trim()))].filter(
			(one) => one !== '' && one !== 'performance'
		);
		return others.length === 0
			? undefined
			: `The governor of the clock is "${quoted(others.sort().join(', '))}", so a core is slow until it has had work for a while. Run "cpupower frequency-set -g performance".`;
	},
	turbo: ({ noTurbo, boost }) =>
		noTurbo.trim() === '0' || boost.trim() === '1'
			? 'The processor raises its clock by itself, so nanoseconds depend on its temperature and on what other cores do; cycles do not. Turn turbo (or boost) off in the firmware.'
			: undefined,
	'huge-pages': ({ hugePages }) =>
		hugePages.includes('[always]')
			? 'The kernel puts any program on huge pages if it has some free, so the same code may cost more in the next process. Write "madvise" to /sys/kernel/mm/transparent_hugepage/enabled.'
			: undefined,
	steal: ({ stat }) => {
		const part = stealIn(stat);
		return part > muchSteal
			? `Other virtual machines took ${(100 * part).toFixed(1)} % of this machine's processor time since it was started, so measurements are interrupted. Give it dedicated processors.`
			: undefined;
	}
};

/** The unsafe ones first, each in the order above. None: nothing was found. */
export function checkHost(host: Surroundings): HostFinding[] {
	const found = (looks: Record<string, Look>, severity: HostFinding['severity']) =>
		Object.entries(looks).flatMap(([id, look]): HostFinding[] => {
			const sentence = look(host);
			return sentence === undefined ? [] : [{ id, severity, sentence }];
		});
	return [...found(unsafe, 'unsafe'), ...found(unfit, 'unfit')];
}

/** Whether the engine confines containers by this: `apparmor`, `userns`, ... */
export const hasOption = (
	{ securityOptions }: Pick<EngineFacts, 'securityOptions'>,
	name: string
) => securityOptions.some((option) => option.split(',').includes(`name=${name}`));

/** Steal among all processor time since the start, 0..1 (proc(5): user nice system idle iowait irq softirq steal). */
function stealIn(stat: string): number {
	const times = /^cpu +([\d ]+)$/m.exec(stat)?.[1]?.split(' ').slice(0, 8).map(Number) ?? [];
	const sum = times.reduce((all, time) => all + time, 0);
	return sum === 0 ? 0 : (times[7] ?? 0) / sum;
}

/** A text of the host within a sentence: one line, and no longer than this many characters. */
function quoted(text: string, most = 80): string {
	const plain = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
	return plain.length > most ? `${plain.slice(0, most)}…` : plain;
}
