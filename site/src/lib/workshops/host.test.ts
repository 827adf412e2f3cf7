import { expect, test } from 'vitest';
import type { HostAct, HostView } from '../../../shared/workshop-host.ts';
import type { Frame, HostApi } from './api.ts';
import { hostView } from '../../../fixtures/host-view.ts';
import { Host } from './host.svelte.ts';

const none = () => Promise.reject(new Error('not asked for'));

/** A host whose acts are answered, and whose views arrive, when the test says so. */
function lead() {
	const sent: { act: HostAct; answer: (view: HostView) => void; fail: (why: Error) => void }[] = [];
	const pauses: (() => void)[] = [];
	const frames = new TransformStream<Frame<HostView>, Frame<HostView>>();
	const arriving = frames.writable.getWriter();
	const api: HostApi = {
		act: (act) =>
			new Promise((answer, fail) => {
				sent.push({ act, answer, fail });
			}),
		pause: () => new Promise((resolve) => pauses.push(resolve)),
		views: () => frames.readable.values(),
		source: none,
		shown: none,
		remove: none
	};
	const host = new Host(api, hostView);
	void host.room.follow();
	const arrive = (view: HostView) => arriving.write({ now: '2026-01-01T00:00:00.000Z', view });
	return { host, sent, pauses, arrive, acts: () => sent.map(({ act }) => act) };
}

const revealed = (on: boolean): HostView => ({
	...hostView,
	state: {
		...hostView.state,
		steps: { one: { vote: 1, revealed: on, challenge: false } }
	}
});
/** Until all that can happen now has happened. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

test('a key waits until what the key before it did is there, and none is lost', async () => {
	const { host, sent, arrive, acts } = lead();
	host.inTurn(host.reveal);
	host.inTurn(host.reveal);
	host.inTurn(() => host.bringToFront('people'));
	await settle();
	sent[0]?.answer(revealed(true));
	await settle();
	expect(acts()).toEqual([{ act: 'reveal', on: true }]);
	await arrive(revealed(true));
	await settle();
	expect(acts().slice(1)).toEqual([{ act: 'reveal', on: false }]);
	// The view may be here before the answer.
	await arrive(revealed(false));
	await settle();
	expect(host.front).toBe('question');
	sent[1]?.answer(revealed(false));
	await settle();
	expect([host.step.revealed, host.front]).toEqual([false, 'people']);
});

test('acts that fail, change nothing or have no answer do not keep the next from being done', async () => {
	const { host, sent, pauses, acts } = lead();
	for (const act of [host.reveal, host.bring, host.challenge, host.stopTimer]) host.inTurn(act);
	await settle();
	sent[0]?.fail(new Error('refused'));
	await settle();
	expect([host.trouble, acts().slice(1)]).toEqual(['refused', [{ act: 'bring' }]]);
	sent[1]?.answer(hostView);
	await settle();
	expect(acts().slice(2)).toEqual([{ act: 'challenge', on: true }]);
	pauses[2]?.();
	await settle();
	expect(acts().slice(3)).toEqual([{ act: 'timer', seconds: 0 }]);
});
