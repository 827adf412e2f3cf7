import { expect, test } from 'vitest';
import type { VariantReport } from '@cyclelab/runner/schema/report';
import { differsByCopies, type ModelRow } from './models.ts';

const row = (model: string, noalias: ModelRow['noalias'], older: number): ModelRow => ({
	...{ mcpu: model.toLowerCase(), model, exact: true, host: true, noalias, alias: noalias },
	older: { llvm: '19', model, exact: true, cyclesPerIteration: older }
});
const loopOf = (...texts: string[]) =>
	({ hotLoop: { instructions: texts.map((text) => ({ text })) } }) as unknown as VariantReport;

test.each([
	[
		'a copied register, and another figure',
		['mov rbx, rax', 'imul rax, r14'],
		row('Znver4', 3, 1),
		true
	],
	['a swap', ['xchg rax, rbx'], row('Znver3', 1.5, 1), true],
	['a copied vector', ['vmovaps ymm1, ymm0'], row('Znver4', 3, 1), true],
	['the same figure', ['mov rbx, rax'], row('Znver4', 3, 2.99), false],
	[
		'no move between registers',
		['mov rbx, qword ptr [rax]', 'add rbx, 1'],
		row('Znver4', 3, 1),
		false
	],
	['a model without elimination', ['mov rbx, rax'], row('SapphireRapids', 5, 1), false],
	['no figure', ['mov rbx, rax'], row('Znver4', 'not asked', 1), false]
])('%s', (_, texts, one, expected) => {
	expect(differsByCopies(loopOf(...texts), [one])).toBe(expected);
});
