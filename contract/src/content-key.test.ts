import { expect, test } from 'vitest';
import { contentKey } from './content-key.ts';

test('keys depend on content, not on identity', () => {
	expect(contentKey({ source: 'x', flags: ['-O2'] })).toBe(
		contentKey({ source: 'x', flags: ['-O2'] })
	);
	expect(contentKey({ source: 'x', flags: ['-O2'] })).not.toBe(
		contentKey({ source: 'x', flags: ['-O3'] })
	);
});
