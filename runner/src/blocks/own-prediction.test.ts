import { expect, test } from 'vitest';
import { x86 } from '../inspect/isa-of.ts';
import { decode } from '../inspect/objdump.ts';
import { figuresUsed, ownPrediction, type OwnFigures } from './own-prediction.ts';

const block = (...texts: string[]) => ({
	instructions: texts.map((text, index) => decode(4 * index, text, x86))
});
const at = '2026-01-02T03:04:05.000Z';
const exactly = (median: number) => ({ median, low: median, high: median });
const form = (name: string, throughput: number, latency?: number) =>
	[
		name,
		{
			form: name,
			throughput: exactly(throughput),
			...(latency === undefined ? {} : { latency: exactly(latency) }),
			at
		}
	] as const;
const figures: OwnFigures = {
	slot: 0.125,
	load: 4,
	forms: new Map([
		form('add r64, r64', 0.25, 1),
		form('imul r64, r64', 1, 3),
		form('lea r64, [r+d]', 0.25, 1),
		form('mov r64, m qword', 0.5, 4),
		form('add r64, m qword', 0.5, 1),
		form('mov m qword, r64', 1),
		form('mov r32, i', 0.2, 0),
		form('cmp r64, r64', 0.25)
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

test('the figures of a prediction are those of its forms, each once, and of the form with a register', () => {
	const used = figuresUsed(
		block('add rax, qword ptr [rdi]', 'add rdx, qword ptr [rsi]', 'imul rbx, rcx', 'div rcx'),
		figures
	);
	expect(used.forms.map((form) => form.form)).toEqual([
		'add r64, m qword',
		'add r64, r64',
		'imul r64, r64'
	]);
	expect(used).toMatchObject({ slot: 0.125, load: 4 });
});
