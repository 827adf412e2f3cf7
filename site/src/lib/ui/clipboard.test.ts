import { afterEach, expect, test, vi } from 'vitest';
import { copied } from './clipboard.ts';

afterEach(() => vi.unstubAllGlobals());

test.for<[string, object, boolean]>([
	['takes the text', { clipboard: { writeText: async () => undefined } }, true],
	['refuses', { clipboard: { writeText: () => Promise.reject(new Error('no')) } }, false],
	['has no clipboard', {}, false]
])('a browser that %s', async ([, navigator, isCopied]) => {
	vi.stubGlobal('navigator', navigator);
	expect(await copied('text')).toBe(isCopied);
});
