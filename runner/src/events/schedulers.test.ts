import { expect, test } from 'vitest';
import type { Decoded } from '../inspect/listing.ts';
import { frontEnds, rolesIn } from './front-end.ts';
import { createBinding, createRoom, unitsIn, zenSchedulers } from './schedulers.ts';

test('conditional moves, shifts and jumps have units of their own; a comparison goes with its jump', () => {
	const lines = ['inc', 'cmovne', 'shr', 'cmp', 'jne', 'cmp', 'mov'];
	const listing = lines.map((mnemonic, address): Decoded => {
		const flow = mnemonic === 'jne' ? { flow: 'branch' as const } : {};
		return { address, text: mnemonic, mnemonic, prefixes: [], operands: [], ...flow };
	});
	const units = unitsIn(listing, zenSchedulers.binding, rolesIn(listing, frontEnds.zen4));
	expect([...units].map((set) => set.toString(2))).toEqual([
		'1111',
		'1001',
		'110',
		'10001',
		'10001',
		'1111',
		'1111'
	]);
});

test('a unit begins one operation in a cycle, in the order in which they were bound to it', () => {
	const { bind } = createBinding(zenSchedulers.binding);
	expect([bind(0b10, 5), bind(0b10, 5), bind(0b10, 3), bind(0b10, 5)]).toEqual([5, 6, 3, 7]);
});

test('operations go to the unit with the fewest that wait, until those have begun', () => {
	const { bind, dispatch } = createBinding(zenSchedulers.binding);
	// Two wait at ALU1, so the next two go to ALU2.
	bind(0b10, 10);
	bind(0b10, 11);
	expect([bind(0b110, 10), bind(0b110, 10)]).toEqual([10, 11]);
	dispatch(12);
	expect(bind(0b10, 12)).toBe(12);
});

test('room for three: the next operation waits for the one that leaves first, whenever that came', () => {
	const { from, take } = createRoom(3);
	const found = [30, 10, 20, 15, 40].map((until) => {
		const begins = from();
		take(until);
		return begins;
	});
	expect(found).toEqual([0, 0, 0, 10, 15]);
});
