import { expect, test } from 'vitest';
import { openReads } from './reads.ts';

/** Reads whose store throws at everything, as PostgreSQL does at U+0000. */
const fails = () => Promise.reject(new Error('invalid byte sequence for encoding "UTF8": 0x00'));
const reads = openReads({
	content: { tracks: [], exercises: [] },
	runs: { view: fails },
	snapshots: { read: fails, text: fails },
	blocks: {},
	workshops: {}
} as unknown as Parameters<typeof openReads>[0]);

test.each(['\0', 'short', `${'A'.repeat(21)}\0`, `${'A'.repeat(22)}/..`])(
	'%j, which is no id, is unknown to pages without a question to the store',
	async (id) => {
		expect(await reads.run(id)).toBeUndefined();
		expect(await reads.snapshot(id)).toBeUndefined();
		expect(await reads.snapshotText(id)).toBeUndefined();
	}
);

test('an id is looked up', async () => {
	await expect(reads.run('A'.repeat(22))).rejects.toThrow('invalid byte sequence');
	await expect(reads.snapshot('A'.repeat(22))).rejects.toThrow('invalid byte sequence');
});
