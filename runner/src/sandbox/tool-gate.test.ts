import { setImmediate as settled } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createToolGate } from './tool-gate.ts';

const never = new AbortController().signal;

/** Work that the test ends, and a log of events. */
function scene() {
	const gate = createToolGate();
	const log: string[] = [];
	const work = (name: string, signal?: AbortSignal) => {
		const { promise, resolve } = Promise.withResolvers<void>();
		const done = gate.work(
			async () => {
				log.push(`${name} begins`);
				await promise;
				log.push(`${name} ends`);
			},
			{
				onHeld: () => log.push(`${name} is held`),
				onReleased: () => log.push(`${name} goes on`),
				signal
			}
		);
		done.catch(() => log.push(`${name} was given up`));
		return resolve;
	};
	const clear = async (signal = never) => {
		const release = await gate.clear(signal, () => log.push('measuring waits'));
		log.push('measuring begins');
		return () => {
			log.push('measuring ends');
			release();
		};
	};
	return { gate, log, work, clear };
}

it('tools work side by side while nobody measures', async () => {
	const { log, work } = scene();
	const [one, other] = [work('one'), work('other')];
	one();
	await settled();
	other();
	await settled();
	expect(log).toEqual(['one begins', 'other begins', 'one ends', 'other ends']);
});

it('a measurement waits for what works, and what comes later for the measurement', async () => {
	const { log, work, clear } = scene();
	const [one, other] = [work('one'), work('other')];
	const clearing = clear();
	const later = work('later');
	one();
	await settled();
	expect(log.at(-1)).toBe('one ends');
	other();
	const release = await clearing;
	release();
	await settled();
	later();
	await settled();
	expect(log).toEqual([
		'one begins',
		'other begins',
		'measuring waits',
		'later is held',
		'one ends',
		'other ends',
		'measuring begins',
		'measuring ends',
		'later goes on',
		'later begins',
		'later ends'
	]);
});

it('a measurement begins at once where nothing works', async () => {
	const { log, clear } = scene();
	(await clear())();
	expect(log).toEqual(['measuring begins', 'measuring ends']);
});

it('work that fails counts as ended', async () => {
	const { gate, clear } = scene();
	await expect(gate.work(() => Promise.reject(new Error('crash')))).rejects.toThrow('crash');
	(await clear())();
});

it('a measurement given up while it waits lets tools go on', async () => {
	const { log, work, clear } = scene();
	const one = work('one');
	const abort = new AbortController();
	const clearing = clear(abort.signal);
	const later = work('later');
	abort.abort(new Error('cancelled'));
	await expect(clearing).rejects.toThrow('cancelled');
	await settled();
	one();
	later();
	await settled();
	expect(log).toEqual([
		'one begins',
		'measuring waits',
		'later is held',
		'later goes on',
		'later begins',
		'one ends',
		'later ends'
	]);
});

it('work given up while it is held never begins', async () => {
	const { log, work, clear } = scene();
	const release = await clear();
	const abort = new AbortController();
	work('later', abort.signal);
	abort.abort(new Error('cancelled'));
	await settled();
	release();
	await settled();
	expect(log).toEqual([
		'measuring begins',
		'later is held',
		'later goes on',
		'later was given up',
		'measuring ends'
	]);
});

it('held work waits again if the next measurement was quicker', async () => {
	const { log, work, clear } = scene();
	const first = await clear();
	work('later')();
	first();
	const second = await clear();
	await settled();
	expect(log.includes('later begins')).toBe(false);
	second();
	await settled();
	expect(log.slice(-3)).toEqual(['later goes on', 'later begins', 'later ends']);
});

it('releasing twice opens the gate once', async () => {
	const { log, work, clear } = scene();
	const release = await clear();
	release();
	const again = await clear();
	release();
	work('later')();
	await settled();
	expect(log.at(-1)).toBe('later is held');
	again();
});

it('a measurement waits for the release of the previous one', async () => {
	const { log, clear } = scene();
	const release = await clear();
	const next = clear();
	await settled();
	expect(log).toEqual(['measuring begins', 'measuring waits']);
	release();
	(await next)();
	expect(log.slice(2)).toEqual(['measuring ends', 'measuring begins', 'measuring ends']);
});

it('a measurement given up while another is tidied up leaves that one alone', async () => {
	const { log, clear, work } = scene();
	const release = await clear();
	const abort = new AbortController();
	const next = clear(abort.signal);
	abort.abort(new Error('cancelled'));
	await expect(next).rejects.toThrow('cancelled');
	work('later')();
	await settled();
	expect(log.at(-1)).toBe('later is held');
	release();
});
