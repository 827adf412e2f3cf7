import { expect, test } from 'vitest';
import type { PredictionWithEvents } from '@cyclelab/contract/schema/events';
import { measuredAt } from '../../../fixtures/examples.ts';
import {
	beyondEvents,
	columnsOf,
	eventCells,
	instructionRows,
	listingEvents,
	nameOfPlace,
	rateText,
	refusalsOf,
	fasterSentence,
	sentencesOf,
	sumOf,
	unexplained
} from './event-rows.ts';

const parameters = {};

test('a column is there for each event that occurs, and none for what others imply', () => {
	expect(
		columnsOf([
			{ executed: 5, loads: 1, mispredicted: 0.5 },
			{ l1Misses: 1, waitingL2: 1 }
		])
	).toEqual(['loads', 'l1Misses', 'mispredicted']);
	expect(columnsOf([{ loads: 0.000_1, taken: 0 }, { stores: 0.001 }])).toEqual(['stores']);
});

test('an instruction has its text as in the listing, or none where that lacks it, and no row if its events are rare', () => {
	const load = { address: '0x10', text: 'mov rax, [rax]' };
	const jump = { address: '0x14', text: 'jne 0x10', target: '0x10' };
	const functions = [{ symbol: 'kernel', address: '0x10', instructions: [load, jump] }];
	const instructions = [
		{ address: '0x10', rates: { loads: 1 } },
		{ address: '0x14', rates: { taken: 1 } },
		{ address: '0x20', rates: { loads: 1 } },
		{ address: '0x30', rates: { loads: 0.000_1 } }
	];
	expect(instructionRows({ functions }, { parameters, instructions })).toEqual([
		{ ...load, rates: { loads: 1 } },
		{ address: '0x14', text: 'jne .L1', rates: { taken: 1 } },
		{ address: '0x20', text: '', rates: { loads: 1 } }
	]);
});

test('each reason stands once', () => {
	const prediction = { refusal: 'b' };
	expect(
		refusalsOf([
			{ parameters, refusal: 'a' },
			{ parameters, prediction },
			{ parameters, prediction }
		])
	).toEqual(['a', 'b']);
});

test('frequent events have a sentence, the most frequent first; rare ones and plain loads have none', () => {
	expect(sentencesOf({ loads: 5, blocked: 1, mispredicted: 0.01, tlbMisses: 2 })).toEqual([
		'Accesses go to pages that the first-level TLB does not have (2.00 per iteration).',
		'Loads read bytes of several earlier stores, and wait until those are in L1 (1.00 per iteration).'
	]);
});

test('a rate has three digits, and none where it hardly ever happens', () => {
	expect([1, 0.0421, 0.001, 0.000_063, 0].map(rateText)).toEqual([
		'1.00',
		'0.0421',
		'0.00100',
		'< 0.001',
		'0'
	]);
});

test('the parts of a prediction are a sum in its digits, the larger ones first, and what is missing or rounded is in it', () => {
	const predicted = (cyclesPerIteration: number, parts: PredictionWithEvents['parts']) => ({
		model: 'M',
		cyclesPerIteration,
		parts,
		latencies: []
	});
	const slower = predicted(8.5, { core: 1.25, stores: 7.75, caches: -0.5 });
	expect(sumOf(slower)).toBe(
		'1.25 without events + 7.75 for loads that wait for stores − 0.50 for caches and TLBs'
	);
	expect(fasterSentence(slower)).toContain('faster than llvm-mca’s model');
	const rounded = predicted(1490.4, { core: 120.4, caches: 1366, units: 3 });
	expect(sumOf(rounded)).toBe('120 without events + 1,370 for caches and TLBs');
	expect(fasterSentence(rounded)).toBe('');
	const incomplete = predicted(9.9, { core: 1, stores: 8.5 });
	expect(sumOf(incomplete)).toBe(
		'1.00 without events + 8.50 for loads that wait for stores + 0.40 for smaller parts'
	);
	expect(sumOf(predicted(2, { core: 2 }))).toBe('2.00 without events');
});

test('a listing has columns of what its instructions have, and each cell its part of the largest', () => {
	const place = {
		parameters: { size: 512, way: 2 },
		instructions: [
			{ address: '0x10', rates: { executed: 1, l1Misses: 1 } },
			{ address: '0x20', rates: { executed: 1, l1Misses: 0.25 } },
			{ address: '0x30', rates: { executed: 0.5 } }
		]
	};
	expect(nameOfPlace(place)).toBe('size 512, way 2');
	expect(nameOfPlace({ parameters })).toBe('this loop');
	expect(listingEvents(place)).toEqual(['executed', 'l1Misses']);
	expect([...eventCells(place, ['l1Misses'])]).toEqual([
		['0x10', [{ text: '1.00', heat: 1 }]],
		['0x20', [{ text: '0.250', heat: 0.25 }]],
		['0x30', [{ text: '0', heat: 0 }]]
	]);
});

test('what the exercise says that llvm-mca does not know is a cause where no event costs anything', () => {
	const badge = { label: 'the system', addresses: [], weight: 'outside-model' as const };
	const sentence = 'The first store to a page makes the system clear one.';
	const hotLoop = { instructions: [], badges: [{ ...badge, id: 'blind-spot-1', sentence }] };
	const withParts = (parts: Record<string, number>) => ({
		prediction: { model: 'm', cyclesPerIteration: 2, latencies: [], parts: { core: 1, ...parts } }
	});
	expect(beyondEvents(hotLoop, withParts({}))).toEqual([sentence]);
	expect(beyondEvents(hotLoop, withParts({ caches: 1 }))).toEqual([]);
});

test('causes that no event has are named where the loop can have them', () => {
	const instruction = (text: string) => ({ address: '0x10', text });
	const badge = { id: 'division', label: 'a', sentence: 'A division.', addresses: [] };
	const hotLoop = {
		instructions: [instruction('vaddsd xmm0, xmm0, xmm1')],
		badges: [
			{ ...badge, weight: 'caution' as const },
			{ ...badge, id: 'assumes-l1-hits', sentence: 'Not this.', weight: 'caution' as const }
		]
	};
	expect(beyondEvents(hotLoop, { all: { loads: 2, l2Misses: 1 } })).toEqual([
		'A division.',
		'Neighbours use the shared cache and the memory as well, and each run finds them otherwise.',
		'Subnormal numbers take longer on many cores.',
		'Loads from different lines of one set of L1 wait for each other: on Zen 4, there is at most one in a cycle.'
	]);
	expect(beyondEvents(undefined, { all: { storeMisses: 1, conflicts: 1 } })).toEqual([
		'Stores that miss L1 may wait for the shared cache or the memory, which neighbours use as well.',
		'Which line leaves a full set is the processor’s own rule, which is not published.'
	]);
	const plain = { instructions: [instruction('add rax, rbx')], badges: [] };
	expect(beyondEvents(plain, { all: { loads: 1 } })).toEqual([]);
	const sums = ['rax', 'rbx', 'rcx', 'rdx'].map((register) =>
		instruction(`add ${register}, qword ptr [rsi + 0x8]`)
	);
	expect(beyondEvents({ instructions: sums, badges: [] }, { all: { loads: 1 } })).toEqual([
		expect.stringContaining('an arithmetic unit as well')
	]);
	const update = instruction('inc dword ptr [rip + 0x29f2]');
	const updating = { instructions: [update], badges: [] };
	const sumInMemory = { all: { loads: 1, forwarded: 1 } };
	expect(beyondEvents(updating, sumInMemory)).toEqual([
		expect.stringContaining('by its address alone')
	]);
	expect(beyondEvents({ instructions: [update, update], badges: [] }, sumInMemory)).toEqual([
		expect.stringContaining('guesses')
	]);
	expect(beyondEvents(undefined, {})).toEqual([]);
});

test.each([
	[{ tlbMisses: 1 }, {}, 'page of zeros'],
	[{ mispredictedTwoLevel: 0.01 }, {}, 'predicts branches'],
	[{ aliases: 1 }, {}, '4 KiB behind'],
	[{}, { fetching: 1 }, 'eight lines'],
	[{}, { locked: 3 }, 'locked operation'],
	[{}, { units: 0.2 }, 'several have as few']
])('of %o and %o a rule of the core is the cause that is not published', (all, parts, words) => {
	const prediction = { model: 'm', cyclesPerIteration: 2, latencies: [] };
	const place = { all, prediction: { ...prediction, parts: { core: 1, ...parts } } };
	expect(beyondEvents(undefined, place)).toEqual([expect.stringContaining(words)]);
});

test('a short pass with a store, and operations on vectors, have causes that were measured', () => {
	const loopOf = (texts: string[]) => ({
		instructions: texts.map((text) => ({ address: '0x10', text })),
		badges: []
	});
	const short = ['add rax, rdi', 'mov qword ptr [rip + 0x29fe], rax', 'jne 0x10'];
	const long = [...short, ...Array.from({ length: 4 }, () => 'add rbx, rcx')];
	const shuffles = Array.from({ length: 4 }, () => 'vpshufb xmm1, xmm1, xmm0');
	expect(beyondEvents(loopOf(short), {})).toEqual([
		expect.stringContaining('could take one cycle')
	]);
	expect(beyondEvents(loopOf(long), {})).toEqual([]);
	expect(beyondEvents(loopOf(shuffles), {})).toEqual([expect.stringContaining('3.0 in the model')]);
});

test('a prediction with events that is not near the measurement says what it does not know', () => {
	const points = [{ parameters, documented: [], measured: measuredAt(10) }];
	const at = (cyclesPerIteration: number) =>
		unexplained(
			{ points },
			{
				parameters,
				prediction: { model: 'M', cyclesPerIteration, parts: { core: 1 }, latencies: [] }
			}
		);
	expect(at(9.1)).toBeUndefined();
	expect(at(8)).toMatch(
		/^Measured are 10\.0 cycles, predicted with events 8\.00\. The reason is not known/
	);
	expect(unexplained({ points }, { parameters })).toBeUndefined();
	expect(unexplained({ points: [] }, { parameters, prediction: { refusal: 'a' } })).toBeUndefined();
});
