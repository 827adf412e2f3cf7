import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPhases } from './go.ts';

/** The compiler's output for `fixtures/go/kernels/add.go`. */
const printed = readFileSync(new URL('../../fixtures/go/add.phases.txt', import.meta.url), 'utf8');

test('the phases that changed the function, in their order', () => {
	const read = readPhases(printed);
	expect(read?.phases.map(({ name }) => name)).toEqual([
		'AST',
		'start',
		'number lines',
		'early phielim and copyelim',
		'early deadcode',
		'short circuit',
		'pre-opt deadcode',
		'generic cse',
		'expand calls',
		'late opt',
		'sccp',
		'generic deadcode',
		'lower',
		'tighten',
		'regalloc',
		'loop rotate',
		'genssa'
	]);
});

test('a phase has the text of the compiler, without its times', () => {
	const { phases = [] } = readPhases(printed) ?? {};
	const tighten = phases.find(({ name }) => name === 'tighten')?.text.split('\n');
	expect(tighten?.slice(0, 3)).toEqual([
		'kernel func(uint64) uint64',
		'  b1:',
		'    (+5) v6 = ArgIntReg <uint64> {iterations+0} [0] (iterations[uint64])'
	]);
	expect(phases.map(({ text }) => text).join('\n')).not.toMatch(/\d ns\]|^generating|^dumped/m);
	expect(phases.at(-1)?.text).toMatch(/MOVQ\s+\w+, AX[^]*RET/);
});

test('a phase that changed nothing is left out', () => {
	const text = `compiling kernel
a
  pass one begin
  pass one end [12 ns]
a
  pass two begin
  pass two end [12 ns]
b
dumped SSA for kernel,1 to ./ssa.html
`;
	expect(readPhases(text)?.phases).toEqual([
		{ name: 'start', text: 'a' },
		{ name: 'two', text: 'b' }
	]);
});

test('a function too long to show is cut at a line, in each phase', () => {
	const body = Array.from({ length: 20_000 }, (_, i) => `    v${i} = Copy <mem>`).join('\n');
	const text = `compiling kernel\n${body}\n  pass one begin\n  pass one end [1 ns]\n${body}2\n`;
	const { phases = [] } = readPhases(text) ?? {};
	expect(phases).toHaveLength(2);
	for (const phase of phases) {
		expect(phase.text.length).toBeLessThan(132 * 1024);
		expect(phase.text).toMatch(/= Copy <mem>\n\[cut here: \d+ characters are too long to show\]$/);
	}
});

test('a compiler that printed no phase has none', () => {
	expect(readPhases('sum.go:3:8: undefined: x\n')).toBeUndefined();
});
