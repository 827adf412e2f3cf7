import { afterEach, expect, test, vi } from 'vitest';
import { messagesOf, runApiOf, cancelAddress, rememberCancel, newId } from './api.ts';
import { NewId } from '../../../shared/schema.ts';

afterEach(() => vi.unstubAllGlobals());

test.for([
	['whose id is known arrives though the page is left', { id: 'mine' }, true],
	['that nobody could find again does not', {}, false],
	['that is long does not', { id: 'mine', sources: { a: 'é'.repeat(10_001) } }, false]
] as const)('a request for a run %s', async ([, more, keepalive]) => {
	const asked: RequestInit[] = [];
	vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
		asked.push(init);
		return Response.json({ id: 'mine' });
	});
	await runApiOf(() => 'token').start({ exercise: 'a', ...more });
	expect(asked.map((init) => init.keepalive)).toEqual([keepalive]);
});

test('server-sent events are read whole, in whatever pieces they arrive', async () => {
	const text =
		': hello\n\nid: 4\nevent: stage\ndata: {"a":"é"}\n\ndata: x\r\ndata: y\r\n\r\nid: 5\nda';
	const bytes = new TextEncoder().encode(text);
	for (const size of [1, 7, bytes.length]) {
		const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
			bytes.slice(i * size, (i + 1) * size)
		);
		const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
			start(controller) {
				for (const piece of pieces) controller.enqueue(piece);
				controller.close();
			}
		});
		const messages = await Array.fromAsync(messagesOf(new Response(body)));
		expect(messages.map(({ id, data }) => ({ id, data }))).toEqual([
			{ id: '4', data: '{"a":"é"}' },
			{ id: undefined, data: 'x\ny' }
		]);
	}
});

test('the address of a run that was started here is known, any other is not', () => {
	rememberCancel('mine', '/api/runs/mine?key=secret');
	rememberCancel('again', undefined);
	expect(['mine', 'again', 'theirs'].map(cancelAddress)).toEqual([
		'/api/runs/mine?key=secret',
		undefined,
		undefined
	]);
});

test('the site accepts a new id, which has all its bits and differs each time', () => {
	const ids = Array.from({ length: 1000 }, newId);
	expect(ids.filter((id) => !NewId.safeParse(id).success)).toEqual([]);
	expect(new Set(ids).size).toBe(1000);
	const random = vi.spyOn(crypto, 'getRandomValues');
	random.mockImplementation((bytes) => (bytes as Uint8Array).fill(0xfb) && bytes);
	expect(newId()).toBe(Buffer.alloc(16, 0xfb).toString('base64url'));
	random.mockRestore();
});
