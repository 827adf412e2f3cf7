import { expect, test } from 'vitest';
import { ApiError } from '../run/api.ts';
import { Sharing, type SharingParts } from './sharing.svelte.ts';

function sharing(parts: Partial<SharingParts> = {}) {
	const copied: string[] = [];
	const made = new Sharing({
		share: async (run) => ({ id: `s-${run}`, page: `/s/s-${run}` }) as never,
		copy: async (text) => copied.push(text) > 0,
		addressOf: (path) => `https://x${path}`,
		...parts
	});
	return { made, copied };
}

const first = { id: 'r', state: 'finished' } as const;
const other = { id: 'q', state: 'finished' } as const;
const going = { id: 'g', state: 'running' } as const;

test('a finished run is shared, its address copied, and the note stays until it is removed', async () => {
	const { made, copied } = sharing();
	await made.share([first, going]);
	expect([made.note, copied]).toEqual([
		'Copied. Permanent page: https://x/s/s-r',
		['https://x/s/s-r']
	]);
	made.forget();
	expect(made.note).toBeUndefined();
});

test('of two sides both are kept', async () => {
	const { made, copied } = sharing();
	await made.share([first, other]);
	expect([made.note, copied]).toEqual([
		'Copied. Permanent pages: https://x/s/s-r https://x/s/s-q',
		['https://x/s/s-r\nhttps://x/s/s-q']
	]);
});

test('a finding is kept with the first run, whose loop it is about', async () => {
	const asked: unknown[] = [];
	const { made } = sharing({
		share: async (...given) => {
			asked.push(given);
			return { id: 's', page: '/s/s' } as never;
		}
	});
	await made.share([first, other], 'w');
	made.title = 'Two sums';
	await made.share([first]);
	expect(asked).toEqual([
		['r', { explained: 'w' }],
		['q', {}],
		['r', { title: 'Two sums' }]
	]);
});

test('what is not finished is not kept', async () => {
	const { made, copied } = sharing({ share: () => Promise.reject(new Error('asked')) });
	await made.share([going, { id: undefined, state: 'finished' }]);
	expect([made.note, copied]).toEqual([undefined, []]);
});

test('without a clipboard the note has the address', async () => {
	const { made } = sharing({ copy: async () => false });
	await made.share([first]);
	expect(made.note).toBe('Permanent page: https://x/s/s-r');
});

test('a run that cannot be shared has a note with the reason', async () => {
	const { made } = sharing({ share: () => Promise.reject(new ApiError(0, 'No site answers.')) });
	await made.share([first]);
	expect(made.note).toBe('No site answers.');
});
