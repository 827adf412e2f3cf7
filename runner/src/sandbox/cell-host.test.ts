import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { engineRecord } from './cell-frames.ts';
import { cellHost } from './cell-host.ts';
import { encodeFrame, readFrames, type Frame } from './frames.ts';

const text = (words: string) => Buffer.from(words);

/** A container whose relay is played by the test. */
function container() {
	const asked: string[] = [];
	const frames = readFrames(({ kind, id, payload }) =>
		asked.push(`${kind}${id} ${payload}`.trim())
	);
	const moves: string[] = [];
	const stream = new Duplex({
		read: () => undefined,
		write: (chunk: Buffer, _encoding, done) => {
			frames.push(chunk);
			done();
		}
	});
	const answer = (kind: string, id: number, payload = '') => {
		const frame: Frame = { kind, id, payload: text(payload) };
		stream.push(engineRecord({ kind: '1', payload: encodeFrame(frame) }));
	};
	const host = cellHost(
		{
			id: 'abc',
			isCell: false,
			stream,
			confine: async (cores) => void moves.push(cores),
			claim: async () => undefined,
			remove: async () => undefined
		},
		'0-1'
	);
	return { host, asked, moves, answer, stream };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

async function made() {
	const one = container();
	const making = one.host.make('0-1');
	await soon();
	one.answer('K', 1);
	return { ...one, cell: await making };
}

test('a cell has a stream like that of a container', async () => {
	const { cell, asked, answer } = await made();
	expect(cell.id).toBe('abc/cell-1');
	const read: Buffer[] = [];
	cell.stream.on('data', (chunk: Buffer) => read.push(chunk));
	cell.stream.write('request');
	answer('1', 1, 'out');
	answer('2', 1, 'error');
	answer('1', 7, 'of another cell');
	await soon();
	expect(asked).toEqual(['N1', 'D1 request']);
	expect(Buffer.concat(read)).toEqual(
		Buffer.concat([
			engineRecord({ kind: '1', payload: text('out') }),
			engineRecord({ kind: '2', payload: text('error') })
		])
	);
});

test('a cell is removed when the relay reports that it is gone', async () => {
	const { cell, asked, answer, host } = await made();
	let isRemoved = false;
	const removing = cell.remove().then(() => (isRemoved = true));
	await soon();
	expect([asked.at(-1), isRemoved, host.count()]).toEqual(['Q1', false, 1]);
	answer('X', 1);
	await removing;
	expect(host.count()).toBe(0);
});

test('a cell that ends by itself ends its stream', async () => {
	const { cell, answer } = await made();
	const ended = new Promise((resolve) => cell.stream.on('end', resolve));
	cell.stream.resume();
	answer('X', 1);
	await ended;
});

test('the reason of a refused cell is reported', async () => {
	const { host, answer } = container();
	const making = host.make('0-1');
	const heard = expect(making).rejects.toMatchObject({
		code: 'CONTAINER_DIED',
		message: 'control groups: No space left on device'
	});
	await soon();
	answer('F', 1, 'control groups: No space left on device');
	await heard;
	expect([host.count(), host.isAlive()]).toEqual([0, true]);
});

test('when the container ends, all its cells end and no more are made', async () => {
	const { cell, host, stream } = await made();
	const ended = new Promise((resolve) => cell.stream.on('end', resolve));
	cell.stream.resume();
	const second = host.make('0-1');
	const heard = expect(second).rejects.toMatchObject({ code: 'CONTAINER_DIED' });
	await soon();
	stream.push(engineRecord({ kind: '2', payload: text('maker: pipes: No space left') }));
	await soon();
	stream.push(null);
	await Promise.all([ended, heard]);
	await expect(host.make('0-1')).rejects.toThrow('maker: pipes: No space left');
	expect(host.isAlive()).toBe(false);
	await cell.remove();
});

test('cells move together, and only when the cores differ', async () => {
	const { cell, moves } = await made();
	await cell.confine('0-1');
	await cell.confine('0');
	await cell.confine('0');
	await cell.confine('0-1');
	expect(moves).toEqual(['0', '0-1']);
});
