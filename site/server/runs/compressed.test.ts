import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { wholeOf } from './compressed.ts';

test('a whole stream is compressed once, and holds no more memory than its bytes', () => {
	const text = 'data: 1\n\n'.repeat(10_000);
	const { plain, gzip } = wholeOf(text);
	expect(plain.toString()).toBe(text);
	expect(gunzipSync(gzip()).toString()).toBe(text);
	expect(gzip()).toBe(gzip());
	for (const bytes of [plain, gzip(), wholeOf('short').plain, wholeOf('short').gzip()])
		expect(bytes.buffer.byteLength).toBe(bytes.length);
});
