import type { Host } from '@cyclelab/contract/schema/host';
import { expect, test } from 'vitest';
import { host } from '../../fixtures/examples.ts';
import { changedIdentity } from './identity.ts';

const before = { id: 'alpha', host };
const changedTo = (other: Partial<Host>) =>
	changedIdentity(before, { ...before, host: { ...host, ...other } });

test('a connected runner may change its kernel and caches, and neither its name nor its processor', () => {
	expect(changedTo({ kernel: '6.2', cores: 4 })).toBeUndefined();
	expect(changedIdentity(before, { ...before, id: 'beta' })).toMatch('its name');
	expect(changedTo({ arch: 'arm64' })).toMatch('its name');
	for (const other of [{ microarchitecture: 'a1' }, { processor: 'b' }, { identity: 'c' }])
		expect(changedTo(other)).toBe('A connected runner cannot change its processor. Restart it.');
});
