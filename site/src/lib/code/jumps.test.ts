import { expect, test } from 'vitest';
import { jumpsIn } from './listing.ts';

const code = (...targets: (number | undefined)[]) =>
	targets.map((target, at) => ({
		address: `0x${at}`,
		...(target === undefined ? {} : { target: `0x${target}` })
	}));

test('a loop has one label and one line from its jump up to it', () => {
	expect(jumpsIn(code(undefined, undefined, undefined, 1, undefined))).toEqual(
		new Map([
			[1, { label: '.L1', parts: [{ lane: 0, up: false, down: true, end: 'to' }] }],
			[2, { parts: [{ lane: 0, up: true, down: true }] }],
			[
				3,
				{
					target: { at: 1, label: '.L1' },
					parts: [{ lane: 0, up: true, down: false, end: 'from' }]
				}
			]
		])
	);
});

test('jumps to one place share a line; a line around another one is further out', () => {
	const rows = jumpsIn(code(undefined, 4, undefined, 2, undefined, 0, 4));
	expect([...rows].map(([at, { label, target }]) => [at, label, target?.label])).toEqual(
		expect.arrayContaining([
			[0, '.L1', undefined],
			[1, undefined, '.L3'],
			[2, '.L2', undefined],
			[3, undefined, '.L2'],
			[4, '.L3', undefined],
			[5, undefined, '.L1'],
			[6, undefined, '.L3']
		])
	);
	expect(rows.get(3)?.parts).toEqual([
		{ lane: 0, up: true, down: false, end: 'from' },
		{ lane: 1, up: true, down: true },
		{ lane: 2, up: true, down: true }
	]);
});

test('a loop of one instruction has both ends in its row; jumps out of the function have no label', () => {
	expect(
		jumpsIn([
			{ address: '0x1', target: '0x1' },
			{ address: '0x2', target: '0x99' }
		])
	).toEqual(
		new Map([
			[
				0,
				{
					label: '.L1',
					target: { at: 0, label: '.L1' },
					parts: [{ lane: 0, up: false, down: false, end: 'to' }]
				}
			]
		])
	);
});

test('at most four lines lie beside each other, and none is longer than can be followed', () => {
	const nested = code(...Array.from({ length: 6 }, () => undefined), 5, 4, 3, 2, 1, 0);
	const lanes = [...jumpsIn(nested).values()].flatMap(({ parts }) => parts.map(({ lane }) => lane));
	expect(Math.max(...lanes)).toBe(3);
	const far = code(undefined, ...Array.from({ length: 400 }, () => undefined), 0);
	expect(jumpsIn(far)).toEqual(
		new Map([
			[0, { label: '.L1', parts: [] }],
			[401, { target: { at: 0, label: '.L1' }, parts: [] }]
		])
	);
});
