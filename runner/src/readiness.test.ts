import { pino } from 'pino';
import { expect, test } from 'vitest';
import { host } from '@cyclelab/contract/fixtures/examples';
import { emulatedHost } from './host/emulated.ts';
import { createReadiness, type Proof } from './readiness.ts';
import { toolchains } from './toolchains/toolchains.ts';

const proof: Proof = { llvmMca: '22.1.8', clockGHz: 3.9 };
const digest = `sha256:${'0'.repeat(64)}`;
const ready = new Map([['gcc-14' as const, { version: '14.2.0', image: 'cyclelab/cc:1', digest }]]);

function readinessThat(prove: () => Promise<Proof>, installed = () => ready, of = host) {
	const changes: string[] = [];
	const readiness = createReadiness({
		id: 'local',
		slots: 4,
		slowSlots: 1,
		host: of,
		toolchains,
		installed,
		steadiness: () => ({ drifts: [] }),
		facts: () => ({ startedAt: '2026-11-21T21:00:00.000Z' }),
		prove,
		onChange: () => changes.push(stateOf()),
		log: pino({ level: 'silent' })
	});
	const stateOf = () => {
		const state = readiness.introduction()[1];
		return state?.type === 'state' ? `${state.state} ${state.reason ?? ''}`.trim() : 'none';
	};
	return { readiness, changes, stateOf };
}

test('a runner takes jobs only after its self-test', async () => {
	const { readiness, changes, stateOf } = readinessThat(() => Promise.resolve(proof));
	expect(stateOf()).toBe('degraded The runner is starting.');
	await readiness.check();
	expect([stateOf(), changes, readiness.proof()]).toEqual(['ready', ['ready'], proof]);
	readiness.close();
});

test('a runner that takes no jobs reports the error as the reason', async () => {
	const { readiness, stateOf } = readinessThat(() =>
		Promise.reject(new Error('The Docker Engine does not answer.'))
	);
	await readiness.check();
	expect([stateOf(), readiness.proof()]).toEqual([
		'degraded The Docker Engine does not answer.',
		undefined
	]);
	readiness.close();
});

test('trouble takes readiness away until the next proof', async () => {
	const { readiness, stateOf } = readinessThat(() => Promise.resolve(proof));
	await readiness.check();
	readiness.doubt('The sandbox ended.');
	expect([stateOf(), readiness.proof()]).toEqual(['degraded The sandbox ended.', undefined]);
	await readiness.check();
	expect(stateOf()).toBe('ready');
	readiness.close();
});

test('a runner names the toolchains that are ready, by language', () => {
	const { readiness } = readinessThat(() => Promise.resolve(proof));
	const hello = readiness.introduction()[0];
	const image = 'cyclelab/cc:1';
	const gcc = {
		compiler: 'gcc-14',
		version: '14.2.0',
		image,
		digest,
		targets: ['x86-64', 'arm64']
	};
	expect(hello?.type === 'hello' && hello.runner).toMatchObject({
		inspects: ['x86-64', 'arm64'],
		toolchains: [
			{ ...gcc, language: 'c' },
			{ ...gcc, language: 'cpp' }
		],
		startedAt: '2026-11-21T21:00:00.000Z',
		slots: 4,
		slowSlots: 1
	});
	readiness.close();
});

test('an emulated runner inspects, measures nothing and has no clock', async () => {
	const { readiness } = readinessThat(
		() => Promise.resolve({ llvmMca: '22.1.8' }),
		() => ready,
		emulatedHost(host, 'arm64')
	);
	await readiness.check();
	const [hello, state] = readiness.introduction();
	if (hello?.type !== 'hello') throw new Error('it did not introduce itself');
	const { measures, inspects, clockGHz, noiseFloor } = hello.runner;
	expect({ measures, inspects, clockGHz, noiseFloor, state }).toEqual({
		measures: [],
		inspects: ['x86-64', 'arm64'],
		clockGHz: undefined,
		noiseFloor: undefined,
		state: { type: 'state', state: 'ready' }
	});
	readiness.close();
});
