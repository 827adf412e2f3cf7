import { expect, test } from 'vitest';
import { busiestKinds, probes } from './unit-limits.ts';

const instruction = (pressure: Record<string, number>, does: 'loads' | 'stores' | 'neither') => ({
	pressure: Object.entries(pressure).map(([resource, cycles]) => ({ resource, cycles })),
	mayLoad: does === 'loads',
	mayStore: does === 'stores'
});
/** As a model with two units for loads, one for stores and one for arithmetic. */
const load = instruction({ load0: 0.5, load1: 0.5 }, 'loads');
const store = instruction({ store: 1 }, 'stores');
const add = instruction({ alu: 1 }, 'neither');
const probed = [[load], [store]];

test('the probes are a load and a store', () => {
	expect(probes.map(({ text }) => text)).toEqual([
		'mov rax, qword ptr [rsi]',
		'mov qword ptr [rdi], rax'
	]);
});

test('the busiest unit is named by what a plain load and a plain store need', () => {
	expect(busiestKinds([load, load, load, add], probed)).toEqual(['loads']);
	expect(busiestKinds([load, store, store, add], probed)).toEqual(['stores']);
	expect(busiestKinds([load, add, add, store], probed)).toEqual(['units']);
});

test('an instruction that loads and adds is no load where its addition has the busiest unit', () => {
	const sum = instruction({ load0: 0.5, load1: 0.5, alu: 1 }, 'loads');
	expect(busiestKinds([sum, sum], probed)).toEqual(['units']);
});

test('a unit that loads and stores share is named by who needs it more', () => {
	const address = [instruction({ address: 1 }, 'loads'), instruction({ address: 1 }, 'stores')];
	const [read, write] = address;
	expect(busiestKinds([read!, read!, write!], [[read!], [write!]])).toEqual(['loads']);
	expect(busiestKinds([read!, write!, write!], [[read!], [write!]])).toEqual(['stores']);
});

test('units that are as busy as one another are all named, and no pressure names none', () => {
	expect(busiestKinds([add, store], probed)).toEqual(['units', 'stores']);
	expect(busiestKinds([instruction({}, 'neither')], probed)).toEqual([]);
});
