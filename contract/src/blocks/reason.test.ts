import { expect, test } from 'vitest';
import { boundIds, reasonOf, type Reason } from './reason.ts';

const aliasing = 'llvm-mca 22, znver5, may alias';
const intel = { model: 'SapphireRapids' };
const block = (median: number, [chain, ports, width]: [number, number, number], alias = 1) => ({
	cycles: { median, low: median, high: median },
	text: 'imul rax, rcx',
	answers: {
		[boundIds.chain]: chain,
		[boundIds.ports]: ports,
		[boundIds.width]: width,
		[aliasing]: alias
	}
});

test.each<[Reason, ReturnType<typeof block>]>([
	['chain', block(4.2, [4, 1, 0.5])],
	['ports', block(2, [1, 2, 0.5])],
	['width', block(1.09, [0, 0.5, 1])],
	['below', block(1.7, [0, 2, 1])],
	['stores', block(15, [1, 2, 1], 13)],
	['above', block(15, [1, 2, 1], 3)]
])('%s', (reason, one) => {
	expect(reasonOf(one, intel, aliasing)).toBe(reason);
});

test('without bounds there is no reason', () => {
	const cycles = { median: 1, low: 1, high: 1 };
	const answers = { [boundIds.chain]: { refused: 'No.' } };
	expect(reasonOf({ cycles, answers, text: 'nop' }, intel, aliasing)).toBe(undefined);
});

test.each([
	['cmp si, 0x7fff', 'prefix'],
	['and ax, -0x81', 'prefix'],
	['test r9w, 0x1', 'prefix'],
	['cmp si, 0x7f', 'above'],
	['cmp si, -0x80', 'above'],
	['cmp esi, 0x7fff', 'above'],
	['mov si, 0x7fff', 'above'],
	['cmp word ptr [rdi], 0x7fff', 'above'],
	['add si, di', 'above']
])('%s, slower than all bounds, on a core of Intel: %s', (text, reason) => {
	const slow = { ...block(5.2, [1, 2, 1], 3), text: `nop\n${text}` };
	expect(reasonOf(slow, intel, aliasing)).toBe(reason);
	expect(reasonOf(slow, { model: 'Znver4' }, aliasing)).toBe('above');
});

test('a wait of the decoders explains no more than its cycles', () => {
	const slow = { ...block(9, [1, 2, 1], 3), text: 'cmp si, 0x7fff' };
	expect(reasonOf(slow, intel, aliasing)).toBe('above');
	expect(reasonOf({ ...slow, text: `${slow.text}\n${slow.text}` }, intel, aliasing)).toBe('prefix');
});
