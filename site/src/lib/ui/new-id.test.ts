import { expect, test, vi } from 'vitest';
import { NewId } from '../../../shared/schema.ts';
import { newId } from './new-id.ts';

test('the site accepts a new id, which has all its bits and differs each time', () => {
	const ids = Array.from({ length: 1000 }, newId);
	expect(ids.filter((id) => !NewId.safeParse(id).success)).toEqual([]);
	expect(new Set(ids).size).toBe(1000);
	const random = vi.spyOn(crypto, 'getRandomValues');
	random.mockImplementation((bytes) => (bytes as Uint8Array).fill(0xfb) && bytes);
	expect(newId()).toBe(Buffer.alloc(16, 0xfb).toString('base64url'));
	random.mockRestore();
});
