import { expect, test } from 'vitest';
import { describeHost } from './describe.ts';

const cpuinfo = `processor\t: 0
vendor_id\t: AuthenticAMD
cpu family\t: 26
model\t\t: 2
model name\t: AMD EPYC
stepping\t: 1
flags\t\t: fpu vme avx2 hypervisor lahf_lm

processor\t: 1
vendor_id\t: AuthenticAMD
`;

const cache = (level: string, type: string, size: string, ways: string, shared: string) => ({
	level,
	type,
	size,
	ways_of_associativity: ways,
	shared_cpu_list: shared
});

test('a machine is described by its numbers, not its brand text', () => {
	expect(
		describeHost({
			arch: 'x64',
			cpuinfo,
			caches: [
				cache('1\n', 'Data\n', '48K\n', '12\n', '0\n'),
				cache('1\n', 'Instruction\n', '32K\n', '8\n', '0\n'),
				cache('2\n', 'Unified\n', '1024K\n', '16\n', '0\n'),
				cache('3\n', 'Unified\n', '32M\n', '0\n', '0-1,4\n')
			],
			hugePages: 'always [madvise] never\n',
			kernel: 'Linux 6.18',
			pageBytes: 4096,
			cores: 2,
			threads: ['0', '1'],
			performanceCores: ''
		})
	).toEqual({
		arch: 'x86-64',
		microarchitecture: 'znver5',
		processor: 'AMD Zen 5',
		identity: 'AuthenticAMD family 26 model 2 stepping 1',
		extensions: ['avx2'],
		emulated: false,
		virtualised: true,
		cores: 2,
		caches: [
			{ level: 1, type: 'data', bytes: 49152, ways: 12, sharedBy: 1 },
			{ level: 2, type: 'unified', bytes: 1048576, ways: 16, sharedBy: 1 },
			{ level: 3, type: 'unified', bytes: 33554432, sharedBy: 3 }
		],
		pageBytes: 4096,
		hugePages: 'madvise',
		kernel: 'Linux 6.18'
	});
});
