import { expect, test } from 'vitest';
import { x86 } from '../inspect/isa-x86-64.ts';
import { decode } from '../inspect/objdump.ts';
import { ownPrediction, type OwnFigures } from './own-prediction.ts';
import { figuresOf } from './trial-figures.ts';

const block = (...texts: string[]) => ({
	instructions: texts.map((text, index) => decode(4 * index, text, x86))
});
const figures: OwnFigures = {
	slot: 0.125,
	load: 4,
	forms: new Map([
		['add r64, r64', { throughput: 0.25, latency: 1 }],
		['imul r64, r64', { throughput: 1, latency: 3 }],
		['lea r64, [r+d]', { throughput: 0.25, latency: 1 }],
		['mov r64, m qword', { throughput: 0.5, latency: 4 }],
		['add r64, m qword', { throughput: 0.5, latency: 1 }],
		['mov m qword, r64', { throughput: 1 }],
		['mov r32, i', { throughput: 0.2, latency: 0 }],
		['cmp r64, r64', { throughput: 0.25 }]
	])
};

test.each([
	['a chain', ['imul rax, rcx', 'add rax, rdx'], 4, 4],
	['a resource that one form needs', ['lea rax, [rcx + 0x1]', 'lea rdx, [rcx + 0x1]'], 0.5, 0.5],
	[
		'faster instructions beside a slow one',
		['mov eax, 0x1', 'mov edx, 0x1', 'lea rbx, [rcx + 0x1]'],
		0.65,
		0.6
	],
	[
		'loads and stores share nothing',
		['mov rax, qword ptr [rdi]', 'mov qword ptr [rdi], rsi'],
		1,
		1
	],
	['a load of its own address', ['mov rax, qword ptr [rax]'], 4, 4],
	['a sum of loaded values waits for the addition', ['add rax, qword ptr [rip + 0x10]'], 1, 1]
])('%s', (_name, texts, sum, nested) => {
	expect(ownPrediction(block(...texts), figures, 'sum')).toBeCloseTo(sum, 9);
	expect(ownPrediction(block(...texts), figures, 'nested')).toBeCloseTo(nested, 9);
});

test('a block with a form that was not measured is refused, and so is a result whose latency is not known', () => {
	expect(ownPrediction(block('add rax, rcx', 'sub rax, rcx'), figures, 'sum')).toEqual({
		refused: 'sub r64, r64 was not measured on this core.'
	});
	expect(ownPrediction(block('cmp rax, rcx'), figures, 'sum')).toHaveProperty('refused');
	expect(ownPrediction(block('div rcx'), figures, 'sum')).toEqual({
		refused: 'div was not measured on this core.'
	});
});

test('figures are the trials’ times for one instance, less those of bridges', () => {
	const times = new Map([
		['width', 1],
		['load', 4],
		['chain', 3],
		['stream', 2],
		['cmovb rax, rcx', 1]
	]);
	const trial = {
		form: 'cmp r64, r64',
		chain: { lines: ['chain'], instances: 2, less: { select: 1 } },
		stream: { lines: ['stream'], instances: 8 }
	};
	const unread = { form: 'x', stream: { lines: ['absent'], instances: 1 } };
	const width = { form: 'nop', stream: { lines: ['width'], instances: 8 } };
	const found = figuresOf([width, trial, unread], times, ['load']);
	expect(found).toEqual({
		slot: 0.125,
		load: 4,
		forms: new Map([
			['nop', { throughput: 0.125 }],
			['cmp r64, r64', { throughput: 0.25, latency: 1 }]
		])
	});
	expect(() => figuresOf([trial], new Map(), ['load'])).toThrow(/could not be measured/);
});
