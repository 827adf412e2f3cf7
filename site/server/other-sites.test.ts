import { expect, test } from 'vitest';
import { followOtherSites } from './other-sites.ts';

test('however many processes say that their runners changed, the list is read twice: at once, and for what came meanwhile', async () => {
	const subscribers = new Map<string, (message: object) => void>();
	let readings = 0;
	let looks = 0;
	const parts = {
		bus: {
			on: (kind: string, onMessage: (message: object) => void) =>
				void subscribers.set(kind, onMessage),
			onMissed: () => {}
		},
		presence: { refresh: async () => void (readings += 1) },
		scheduler: { look: () => void (looks += 1) },
		positions: { moved: () => {} }
	};
	followOtherSites(parts as unknown as Parameters<typeof followOtherSites>[0]);
	for (let said = 0; said < 50; said++) subscribers.get('runners')?.({ kind: 'runners' });
	expect(readings).toBe(1);
	await expect.poll(() => looks, { timeout: 10_000 }).toBe(2);
	expect(readings).toBe(2);
});
