/** The virtual machine as qemu's command line has it. Pure. */
import type { System } from './system-disk.ts';

/** `tcg`: qemu emulates every instruction. */
export type Accelerator = 'kvm' | 'tcg';

/** File systems of the machine, by the files that hold them. None of the files is changed. */
export type Disks = { project: string; images: string };

type QemuSettings = {
	accelerator: Accelerator;
	processors: number;
	/** Of this machine's 127.0.0.1, which leads to its SSH server. */
	port: number;
	system: System;
	disks: Disks;
	/** File of what its console prints. */
	log: string;
};

const memoryMiB = 6144;

/**
 * An emulated processor is slow, and deadlines are real time. So its clock counts instructions, one a nanosecond: a deadline
 * of a second passes after 10^9 instructions, on one of two processors or on both together, however long that takes here. A
 * processor that waits sees real time. (qemu-system-x86_64(1), -icount.)
 */
const clockOfInstructions = ['-accel', 'tcg,thread=single,tb-size=1024', '-icount', 'shift=0'];

/**
 * Without cmpxchg16b under emulation: qemu 7.2 leaves bits in EFLAGS that are no flags after that instruction, and an
 * interrupt there ends Linux with a panic (seen in kmem_cache_alloc_noprof).
 */
const processors: Record<Accelerator, string> = {
	kvm: 'max,arch-capabilities=off',
	tcg: 'max,arch-capabilities=off,cx16=off'
};

/** `systemd.mount-extra`: systemd-fstab-generator(8). */
const kernelWords = [
	'root=/dev/vda',
	'rw',
	'console=ttyS0',
	'systemd.mount-extra=/dev/vdb:/home/learner/cyclelab:ext4',
	'systemd.mount-extra=/dev/vdc:/var/lib/docker:ext4'
];

export function qemuArguments(settings: QemuSettings): string[] {
	const { accelerator, processors: count, port, system, disks, log } = settings;
	return [
		'-nodefaults',
		'-no-user-config',
		'-no-reboot',
		'-display',
		'none',
		...(accelerator === 'tcg' ? clockOfInstructions : ['-accel', 'kvm']),
		'-machine',
		'q35',
		'-cpu',
		processors[accelerator],
		'-smp',
		`${count}`,
		'-m',
		`${memoryMiB}`,
		'-serial',
		`file:${log}`,
		'-kernel',
		system.kernel,
		'-initrd',
		system.initrd,
		'-append',
		kernelWords.join(' '),
		...[system.disk, disks.project, disks.images].flatMap(drive),
		'-device',
		'virtio-rng-pci',
		'-device',
		'virtio-net-pci,netdev=net',
		'-netdev',
		`user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:${port}-:22`
	];
}

/** The machine's writes go to a temporary file, which qemu removes. */
const drive = (file: string) => [
	'-drive',
	`if=virtio,format=raw,file=${file},snapshot=on,cache=unsafe`
];
