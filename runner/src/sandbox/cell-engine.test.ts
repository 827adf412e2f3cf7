import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { cellEngine, imagesWithCells } from './cell-engine.ts';
import { cellAnswers, cellRequests, engineRecord } from './cell-frames.ts';
import { mostCells } from './cell-words.ts';
import type { Container, Engine } from './docker.ts';
import { encodeFrame, readFrames } from './frames.ts';
import type { ContainerWish } from './profile.ts';
import { SandboxError } from './sandbox-error.ts';

const wish: ContainerWish = {
	kind: 'tools',
	image: 'cc',
	cores: '0',
	owner: 'test',
	cells: true
};

/** What the maker of cells in a container answers to a request for a cell; `ends`: the container ends instead. */
type Maker =
	| { kind: 'made' }
	| { kind: 'refused'; reason: string }
	| { kind: 'ends'; text: string };

function container(id: string, makerOf: () => Maker): Container {
	const answer = (kind: string, cell: number, words = '') =>
		stream.push(
			engineRecord({
				kind: '1',
				payload: encodeFrame({ kind, id: cell, payload: Buffer.from(words) })
			})
		);
	const frames = readFrames(({ kind, id: cell }) => {
		if (kind === cellRequests.quit) answer(cellAnswers.gone, cell);
		if (kind !== cellRequests.make) return;
		const maker = makerOf();
		if (maker.kind === 'made') answer(cellAnswers.made, cell);
		else if (maker.kind === 'refused') answer(cellAnswers.refused, cell, maker.reason);
		else {
			stream.push(engineRecord({ kind: '2', payload: Buffer.from(maker.text) }));
			stream.push(null);
		}
	});
	const stream: Duplex = new Duplex({
		read: () => undefined,
		write: (chunk: Buffer, _encoding, done) => {
			frames.push(chunk);
			done();
		}
	});
	return {
		id,
		isCell: false,
		stream,
		confine: async () => undefined,
		claim: async () => undefined,
		remove: async () => undefined
	};
}

/** An engine; `maker`: what the maker does on its host; `refuses`: the engine's error for a container of cells. */
function hostWith(maker: Maker, refuses?: SandboxError) {
	const state = { maker, made: [] as string[], hasAppArmor: false, profiles: [] as string[] };
	const plain: Engine = {
		create: async (_, options) => {
			const confinement = options?.HostConfig?.SecurityOpt ?? [];
			state.profiles.push(
				...confinement.filter((option: string) => option.startsWith('apparmor='))
			);
			if (options && refuses) throw refuses;
			state.made.push(options ? 'container of cells' : 'container');
			return container(`container-${state.made.length}`, () => state.maker);
		},
		sweep: async () => undefined,
		isUp: async () => true,
		givesCell: () => false,
		hasAppArmor: async () => state.hasAppArmor,
		digestOf: async () => undefined
	};
	const refusals: string[] = [];
	const engine = cellEngine(plain, (sentence) => refusals.push(sentence));
	return { engine, refusals, state };
}

test('a host that allows cells gives one for each sandbox, all in one container of the image', async () => {
	const { engine, refusals, state } = hostWith({ kind: 'made' });
	const sandboxes = [await engine.create(wish), await engine.create(wish)];
	expect(sandboxes.map(({ id, isCell }) => [id, isCell])).toEqual([
		['container-1/cell-1', true],
		['container-1/cell-2', true]
	]);
	expect(state.made).toEqual(['container of cells']);
	expect(refusals).toEqual([]);
	expect((await engine.create({ ...wish, image: 'go' })).id).toBe('container-2/cell-1');
});

test('only tools of an image with cells, in the usual runtime, are cells', () => {
	const { engine } = hostWith({ kind: 'made' });
	expect(engine.givesCell(wish)).toBe(true);
	for (const other of [{ kind: 'measure' as const }, { kind: 'audit' as const }, { cells: false }])
		expect(engine.givesCell({ ...wish, ...other })).toBe(false);
	expect(engine.givesCell({ ...wish, runtime: 'runsc' })).toBe(false);
	// A learner's macro (Crystal) or program (C#) runs on the processor in their tools.
	expect(imagesWithCells).not.toContain('crystal');
	expect(imagesWithCells).not.toContain('dotnet');
});

/** In the words of the kernel and of the maker, by what a host has. */
const hosts: [host: string, maker: Maker][] = [
	[
		'AppArmor, which forbids the mount of control groups',
		{ kind: 'ends', text: 'maker: control groups: Permission denied' }
	],
	[
		'control groups of version 2 without a controller for the container',
		{ kind: 'ends', text: 'maker: control groups: No such file or directory' }
	],
	[
		'a rootless engine, whose root may not mount them',
		{ kind: 'ends', text: 'maker: control groups: Operation not permitted' }
	],
	[
		'userns-remap, where /proc with hidden files cannot be mounted again',
		{ kind: 'refused', reason: '/proc: Operation not permitted' }
	]
];

test.each(hosts)('%s: containers, and one sentence with the reason', async (_, maker) => {
	const { engine, refusals, state } = hostWith(maker);
	for (let times = 0; times < 3; times++) expect((await engine.create(wish)).isCell).toBe(false);
	expect(state.made.filter((one) => one === 'container of cells')).toHaveLength(1);
	expect(refusals).toHaveLength(1);
	expect(refusals[0]).toMatch(
		/^This host makes no cells, so every sandbox of tools is a container/
	);
	expect(refusals[0]).toContain('text' in maker ? maker.text : 'reason' in maker && maker.reason);
	expect(engine.givesCell(wish)).toBe(false);
});

test('an engine that refuses the capabilities gives containers, and its reason is passed on', async () => {
	const reason = new Error('authorization denied: SYS_ADMIN');
	const refuses = new SandboxError('CONTAINER_DIED', 'The engine refused.', reason);
	const { engine, refusals } = hostWith({ kind: 'made' }, refuses);
	expect((await engine.create(wish)).isCell).toBe(false);
	expect(refusals).toEqual([expect.stringMatching(/refused\. authorization denied: SYS_ADMIN$/)]);
});

test('an engine that is down, or lacks the image, says nothing about cells', async () => {
	for (const code of ['ENGINE_DOWN', 'IMAGE_MISSING'] as const) {
		const { engine, refusals } = hostWith({ kind: 'made' }, new SandboxError(code, 'Not now.'));
		await expect(engine.create(wish)).rejects.toMatchObject({ code });
		expect(refusals).toEqual([]);
		expect(engine.givesCell(wish)).toBe(true);
	}
});

test('a host that made a cell once fails later cells instead of refusing all', async () => {
	const { engine, refusals, state } = hostWith({ kind: 'made' });
	await engine.create(wish);
	state.maker = { kind: 'refused', reason: 'control groups: No space left on device' };
	await expect(engine.create(wish)).rejects.toMatchObject({ code: 'CONTAINER_DIED' });
	expect(refusals).toEqual([]);
	state.maker = { kind: 'made' };
	expect((await engine.create(wish)).isCell).toBe(true);
});

test('a container that is full of cells leaves the next sandbox to the engine', async () => {
	const { engine } = hostWith({ kind: 'made' });
	for (let cells = 0; cells < mostCells; cells++)
		expect((await engine.create(wish)).isCell).toBe(true);
	const over = await engine.create(wish);
	expect([over.id, over.isCell]).toEqual(['container-2', false]);
});

test('an engine with AppArmor is asked for the profile of cells, and a missing profile is named with its remedy', async () => {
	const missing = new SandboxError(
		'CONTAINER_DIED',
		'The Docker Engine did not start the container.',
		new Error('unable to apply apparmor profile: apparmor failed to apply profile')
	);
	const { engine, refusals, state } = hostWith({ kind: 'made' }, missing);
	state.hasAppArmor = true;
	expect((await engine.create(wish)).isCell).toBe(false);
	expect(state.profiles).toEqual(['apparmor=cyclelab-cells']);
	expect(refusals).toEqual([
		'This host makes no cells, so every sandbox of tools is a container, which takes more time. ' +
			'Load AppArmor\'s profile cyclelab-cells (docs/operating.md, "AppArmor") and start the runner again. ' +
			'The Docker Engine did not start the container. unable to apply apparmor profile: apparmor failed to apply profile'
	]);
});
