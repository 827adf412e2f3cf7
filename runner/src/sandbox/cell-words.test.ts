import { expect, test } from 'vitest';
import { cellRules, makerWords } from './cell-words.ts';
import { cellsOptions } from './cells-profile.ts';
import { containerOptions } from './profile.ts';
import { makerProfile, seccompProfile } from './seccomp.ts';

const wish = { image: 'cc', cores: '0', owner: 'me', huge: '/usr/bin/tools' };
const callOf = (rule: string) => /^\w+/.exec(rule)?.[0] ?? '';

test('a cell may make the calls of a sandbox of tools, but no locks, leases or notifications', () => {
	const tools = new Set(seccompProfile('tools').syscalls.flatMap(({ names }) => names));
	const cell = new Set(cellRules().map(callOf));
	expect([...tools].filter((name) => !cell.has(name))).toEqual(['flock']);
	expect([...cell].filter((name) => !tools.has(name))).toEqual([]);
	expect(cellRules().filter((rule) => callOf(rule) === 'fcntl')).toEqual(
		[0, 1, 2, 3, 4, 1030].map((command) => `fcntl:1:ffffffff:${command.toString(16)}`)
	);
});

test('rules about arguments and errors are passed on', () => {
	const rules = cellRules();
	expect(rules).toContain('clone:0:7e020000:0');
	expect(rules).toContain('prctl:0:ffffffffffffffff:26');
	expect(rules).toContain('clone3!26');
	expect(rules.filter((rule) => callOf(rule) === 'clone')).toHaveLength(1);
});

test('the maker gets the limits of a sandbox of tools', () => {
	expect(makerWords('/usr/bin/tools').slice(0, 5)).toEqual([
		'memory=512',
		'processes=256',
		'box=size=96m,nr_inodes=4096,mode=0711',
		'made=size=64m,nr_inodes=1024,mode=0711',
		'huge=/usr/bin/tools'
	]);
	expect(makerWords().filter((word) => word.startsWith('huge='))).toEqual([]);
	expect(makerWords()).toContain('mask=/proc/kallsyms');
});

test('a container of cells differs from a sandbox of tools by what the maker needs, and by the sum of the limits', () => {
	const { HostConfig, Entrypoint, Cmd, Labels, ...rest } = cellsOptions(wish);
	const tools = containerOptions({ ...wish, kind: 'tools' });
	const { HostConfig: usual, Entrypoint: _, Cmd: __, Labels: ___, ...others } = tools;
	expect(rest).toEqual(others);
	expect([Entrypoint, Cmd, Labels]).toEqual([
		['/opt/cyclelab/bin/maker'],
		makerWords('/usr/bin/tools'),
		{ 'org.cyclelab.owner': 'me', 'org.cyclelab.kind': 'cells' }
	]);
	expect(HostConfig).toEqual({
		...usual,
		CapAdd: ['SYS_ADMIN', 'SETPCAP', 'SETUID', 'SETGID', 'KILL'],
		SecurityOpt: ['no-new-privileges', `seccomp=${JSON.stringify(makerProfile())}`],
		PidsLimit: 16_448,
		Memory: (512 * 64 + 256) * 2 ** 20,
		MemorySwap: (512 * 64 + 256) * 2 ** 20,
		CpuShares: 8192
	});
});

test('the maker may make a few calls that no sandbox may', () => {
	const tools = seccompProfile('tools').syscalls;
	expect(makerProfile().syscalls.slice(tools.length)).toEqual([
		{
			names: ['clone', 'unshare', 'mount', 'umount2', 'sethostname', 'capset', 'seccomp', 'prctl'],
			action: 'SCMP_ACT_ALLOW'
		}
	]);
});
