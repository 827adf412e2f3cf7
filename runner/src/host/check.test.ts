import { expect, test } from 'vitest';
import { RunnerDescription } from '@cyclelab/contract/schema/gateway';
import { HostFinding, mostFindings } from '@cyclelab/contract/schema/host';
import { checkHost, type EngineFacts, type Surroundings } from './check.ts';

const engine: EngineFacts = {
	version: '28.3.1',
	securityOptions: [
		'name=apparmor',
		'name=seccomp,profile=builtin',
		'name=cgroupns',
		'name=userns'
	],
	cgroupVersion: '2',
	missingLimits: []
};

/** A bare machine that is set up as the findings advise. */
const good: Surroundings = {
	kernel: '6.12.41+deb13-amd64',
	vulnerabilities: {
		meltdown: 'Not affected',
		mds: 'Mitigation: Clear CPU buffers; SMT disabled',
		spectre_v2: 'Mitigation: Enhanced / Automatic IBRS'
	},
	smt: '0\n',
	swaps: 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n',
	randomAddresses: '2\n',
	corePattern: 'core\n',
	hugePages: 'always [madvise] never\n',
	governors: ['performance\n', 'performance\n'],
	noTurbo: '1\n',
	boost: '',
	stat: 'cpu  276234 27950 124602 235559 4331 0 2497 378 0 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n',
	engine,
	sandboxDevices: ['/dev/null', '/dev/tty', '/dev/urandom']
};

const idsIn = (host: Surroundings) => checkHost(host).map(({ id }) => id);
const sentenceOf = (host: Partial<Surroundings>) =>
	checkHost({ ...good, ...host }).map(({ sentence }) => sentence);

test('a host that is set up well has no findings, nor has a host without any texts', () => {
	expect(checkHost(good)).toEqual([]);
	const silent = { kernel: '6.1.0', vulnerabilities: {}, governors: [] };
	const empty = { smt: '', swaps: '', randomAddresses: '', corePattern: '', hugePages: '' };
	expect(checkHost({ ...silent, ...empty, noTurbo: '', boost: '', stat: '' })).toEqual([]);
});

test.each<[string, Partial<Surroundings>]>([
	[
		'mitigations',
		{ vulnerabilities: { ...good.vulnerabilities, spec_store_bypass: 'Vulnerable' } }
	],
	['mitigations', { vulnerabilities: { retbleed: 'Vulnerable: Safe RET, no microcode' } }],
	['smt', { smt: '1\n' }],
	['kernel', { kernel: '4.19.0-26-amd64' }],
	['kernel', { kernel: '5.4.0-150-generic' }],
	['core-pattern', { corePattern: '|/usr/share/apport/apport -p%p -s%s\n' }],
	['random-addresses', { randomAddresses: '0\n' }],
	['engine', { engine: { ...engine, version: '20.10.24+dfsg1' } }],
	['seccomp', { engine: { ...engine, securityOptions: ['name=apparmor', 'name=userns'] } }],
	[
		'access-control',
		{ engine: { ...engine, securityOptions: ['name=seccomp,profile=default', 'name=rootless'] } }
	],
	[
		'user-namespace',
		{ engine: { ...engine, securityOptions: ['name=selinux', 'name=seccomp,profile=default'] } }
	],
	['limits', { engine: { ...engine, missingLimits: ['PidsLimit', 'CPUSet'] } }],
	['devices', { sandboxDevices: ['/dev/null', '/dev/pts/ptmx'] }],
	['shared-core', { sharedCore: 'Processors 3 and 2 are hyperthreads of one physical core.' }],
	['swap', { swaps: `${good.swaps}/dev/sda2 partition 1048572 0 -2\n` }],
	['control-groups', { engine: { ...engine, cgroupVersion: '1' } }],
	['governor', { governors: ['performance\n', 'powersave\n'] }],
	['turbo', { noTurbo: '0\n' }],
	['turbo', { noTurbo: '', boost: '1\n' }],
	['huge-pages', { hugePages: '[always] madvise never\n' }],
	['steal', { stat: 'cpu  900 0 0 0 0 0 0 100 0 0\n' }]
])('%s is found alone where only that is wrong', (id, wrong) => {
	expect(idsIn({ ...good, ...wrong })).toEqual([id]);
	// The contract accepts every sentence, with its quotations.
	for (const finding of checkHost({ ...good, ...wrong }))
		expect(HostFinding.parse(finding)).toEqual(finding);
});

test('a sentence has the finding, the reason and one thing to do', () => {
	expect(sentenceOf({ engine: { ...engine, version: '20.10.24+dfsg1' } })).toEqual([
		'The Docker Engine 20.10.24+dfsg1 is of a line that its makers no longer repair, and it is what keeps sandboxes apart. Install version 25 or newer, unless your distribution repairs this one.'
	]);
	expect(sentenceOf({ stat: 'cpu  900 0 0 0 0 0 0 100 0 0\n' })).toEqual([
		"Other virtual machines took 10.0 % of this machine's processor time since it was started, so measurements are interrupted. Give it dedicated processors."
	]);
});

test('texts of the host are quoted on one line and cut', () => {
	const [sentence = ''] = sentenceOf({ corePattern: `|/a\u0007\u2028${'b'.repeat(500)} -p\n` });
	expect(sentence).toContain(`starts "/a ${'b'.repeat(77)}…" on the host`);
	expect(HostFinding.shape.sentence.safeParse(sentence).success).toBe(true);
});

test('the contract bounds findings, and takes a runner that has none', () => {
	const { findings } = RunnerDescription.shape;
	const finding = { id: 'swap', severity: 'unfit', sentence: 'Swap is on.' };
	expect(findings.parse(undefined)).toBeUndefined();
	expect(findings.parse([finding])).toEqual([finding]);
	const refused = [
		Array.from({ length: mostFindings + 1 }, () => finding),
		[{ ...finding, sentence: 'x'.repeat(601) }],
		[{ ...finding, sentence: 'two\nlines' }],
		[{ ...finding, sentence: '' }],
		[{ ...finding, severity: 'grave' }],
		[{ ...finding, id: '<b>' }]
	];
	expect(refused.filter((one) => findings.safeParse(one).success)).toEqual([]);
});
