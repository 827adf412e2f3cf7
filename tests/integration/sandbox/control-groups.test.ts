/** The limits that the kernel enforces on a sandbox: an engine can drop a limit without refusing the container. */
import Docker from 'dockerode';
import os from 'node:os';
import { expect, test } from 'vitest';
import { containerLimits, type SandboxKind } from '../../../runner/src/sandbox/limits.ts';
import { requireLimits } from '../../../runner/src/sandbox/required-limits.ts';
import { enforcedOn, type Enforced } from './control-groups.ts';
import { poolForAll } from '../hooks.ts';

const docker = new Docker();
const cores = os.availableParallelism();
const measuring = cores - 1;
const pool = poolForAll('cc', {
	cores: { tools: '0', measure: `${measuring}`, idle: `0-${measuring}` }
});

const limitsOf = async (container: string) =>
	enforcedOn((await docker.getContainer(container).inspect()).State.Pid);
const expected = (kind: SandboxKind, processors: number[]): Enforced => ({
	memory: containerLimits[kind].memoryMiB * 2 ** 20,
	swap: 0,
	processes: containerLimits[kind].processes,
	processors,
	hasQuota: false
});

test('this engine reports that it can enforce every limit', async () => {
	await requireLimits(docker);
});

test('the kernel enforces the limits of both kinds of sandboxes, and tools leave the core that measures', async () => {
	const tools = await pool.take('tools', 'cc');
	const all = Array.from({ length: cores }, (_, core) => core);
	expect(await limitsOf(tools.container)).toEqual(expected('tools', all));
	const measure = await pool.take('measure', 'cc');
	expect(await limitsOf(measure.container)).toEqual(expected('measure', [measuring]));
	expect(await limitsOf(tools.container)).toEqual(expected('tools', [0]));
	await measure.dispose();
	expect(await limitsOf(tools.container)).toEqual(expected('tools', all));
	await tools.dispose();
});
