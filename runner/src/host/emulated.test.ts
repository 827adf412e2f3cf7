import { expect, test } from 'vitest';
import type { Host } from '@cyclelab/contract/schema/host';
import { emulatedHost } from './emulated.ts';

const machine: Host = {
	arch: 'x86-64',
	microarchitecture: 'znver4',
	processor: 'AMD Zen 4',
	identity: 'AuthenticAMD family 25 model 17 stepping 1',
	virtualised: true,
	emulated: false,
	cores: 2,
	caches: [{ level: 1, type: 'data', bytes: 32768, ways: 8, sharedBy: 1 }],
	pageBytes: 4096,
	hugePages: 'madvise',
	kernel: 'Linux 6.18'
};

test('an emulated processor has no microarchitecture and no caches of the machine under it', () => {
	expect(emulatedHost(machine, 'arm64')).toEqual({
		arch: 'arm64',
		microarchitecture: 'generic',
		processor: 'arm64 under qemu-user',
		identity: 'emulated on AMD Zen 4, AuthenticAMD family 25 model 17 stepping 1',
		virtualised: true,
		emulated: true,
		cores: 2,
		caches: [],
		pageBytes: 4096,
		hugePages: 'madvise',
		kernel: 'Linux 6.18'
	});
});
