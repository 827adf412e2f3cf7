import { expect, test } from 'vitest';
import { requireLimits } from './required-limits.ts';

const whole = {
	MemoryLimit: true,
	PidsLimit: true,
	CPUSet: true,
	SecurityOptions: ['name=seccomp']
};
const saying = (info: unknown) => ({ ping: async () => Buffer.from('OK'), info: async () => info });

test('an engine is taken that holds all limits, and refused without one of them', async () => {
	await expect(requireLimits(saying(whole))).resolves.toBeUndefined();
	for (const [limit, what] of [
		['MemoryLimit', 'memory'],
		['PidsLimit', 'processes'],
		['CPUSet', 'processors']
	] as const)
		await expect(requireLimits(saying({ ...whole, [limit]: false }))).rejects.toMatchObject({
			code: 'LIMITS_MISSING',
			message: expect.stringContaining(`cannot limit the ${what} of a sandbox`)
		});
});
