/** Shell: one container that holds cells, over its attached stream. A cell behaves as a separate container. */
import { Duplex } from 'node:stream';
import { splitRecords } from './bytes.ts';
import { cellAnswers, cellRequests, engineRecord } from './cell-frames.ts';
import type { Container } from './docker.ts';
import { encodeFrame, readFrames, type Frame } from './frames.ts';
import { engineLimits } from './limits.ts';
import { asSandboxError, SandboxError } from './sandbox-error.ts';

export type CellHost = {
	id: string;
	/** Makes a cell on these cores, to which all cells move. Rejects with a `SandboxError` if the maker refuses or ends. */
	make: (cores: string) => Promise<Container>;
	/** Cells that are not gone. */
	count: () => number;
	/** Whether it still makes cells. */
	isAlive: () => boolean;
	remove: () => Promise<void>;
};

type Cell = {
	stream: Duplex;
	made: PromiseWithResolvers<void>;
	gone: PromiseWithResolvers<void>;
};

const nothing = Buffer.alloc(0);
const mostErrorText = 4_096;

/** @param cores those the container was created on */
export function cellHost(container: Container, cores: string): CellHost {
	const cells = new Map<number, Cell>();
	let last = 0;
	let errorText = '';
	let isAlive = true;
	const send = (kind: string, id: number, payload: Buffer = nothing) => {
		if (isAlive) container.stream.write(encodeFrame({ kind, id, payload }));
	};

	const died = () =>
		new SandboxError('CONTAINER_DIED', `The container of the cells ended. ${errorText}`.trim());
	const end = () => {
		if (!isAlive) return;
		isAlive = false;
		container.stream.destroy();
		const reason = died();
		for (const cell of cells.values()) over(cell, reason);
		cells.clear();
	};
	const over = ({ stream, made, gone }: Cell, reason: SandboxError) => {
		made.reject(reason);
		gone.resolve();
		if (!stream.destroyed) stream.push(null);
	};

	const take = ({ kind, id, payload }: Frame) => {
		const cell = cells.get(id);
		if (!cell) return;
		if (kind === cellAnswers.made) cell.made.resolve();
		else if (kind === cellAnswers.refused || kind === cellAnswers.gone) {
			cells.delete(id);
			over(cell, new SandboxError('CONTAINER_DIED', payload.toString()));
		} else if (!cell.stream.destroyed) cell.stream.push(engineRecord({ kind, payload }));
	};

	const frames = readFrames(take);
	const standardOutput = 1;
	const records = splitRecords(
		8,
		(header) => header.readUInt32BE(4),
		(header, body) => {
			if (header[0] === standardOutput) frames.push(body);
			else errorText = (errorText + body.toString()).slice(-mostErrorText);
		}
	);
	container.stream.on('data', (chunk: Buffer) => {
		try {
			if (isAlive) records.push(chunk);
		} catch (cause) {
			errorText = String(cause);
			end();
		}
	});
	for (const event of ['end', 'close', 'error']) container.stream.on(event, end);

	let at: string | undefined = cores;
	let moved = Promise.resolve();
	/** Moves the container with all its cells. */
	const move = async (wanted: string) => {
		if (wanted === at) return;
		at = undefined;
		await container.confine(wanted);
		at = wanted;
	};
	const confine = (wanted: string) =>
		(moved = moved.catch(() => undefined).then(() => move(wanted)));

	const make = async (cores: string): Promise<Container> => {
		await confine(cores);
		if (!isAlive) throw died();
		const id = ++last;
		const stream = new Duplex({
			read: () => undefined,
			write: (chunk: Buffer, _encoding, done) => {
				send(cellRequests.data, id, chunk);
				done();
			}
		});
		const cell: Cell = {
			stream,
			made: Promise.withResolvers<void>(),
			gone: Promise.withResolvers<void>()
		};
		cells.set(id, cell);
		const late = setTimeout(
			() => cell.made.reject(new SandboxError('CONTAINER_DIED', 'The maker does not answer.')),
			engineLimits.answerMs
		);
		try {
			send(cellRequests.make, id);
			await cell.made.promise;
		} catch (cause) {
			send(cellRequests.quit, id);
			throw asSandboxError(cause);
		} finally {
			clearTimeout(late);
		}
		return {
			id: `${container.id}/cell-${id}`,
			isCell: true,
			stream,
			confine,
			claim: () => Promise.reject(new SandboxError('INTERNAL', 'A cell does not measure.')),
			remove: async () => {
				stream.destroy();
				send(cellRequests.quit, id);
				await cell.gone.promise;
			}
		};
	};

	return {
		id: container.id,
		make,
		count: () => cells.size,
		isAlive: () => isAlive,
		remove: async () => {
			end();
			await container.remove();
		}
	};
}
