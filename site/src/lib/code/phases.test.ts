import { describe, expect, it } from 'vitest';
import type { Representation } from '@cyclelab/contract/schema/code';
import { firstPhase, goneLines, phaseLines } from './phases.ts';

/** Lines of `GOSSAFUNC=kernel+` of Go 1.24 for a loop `for i := 0; i < n; i++ { sum += step }`. */
const ssa: Representation = {
	id: 'ssa',
	title: 'SSA phases of the Go compiler',
	phases: [
		{ name: 'AST', text: '.   .   NAME-main.sum esc(no) uint64 tc(1) # add.go:5:2' },
		{
			name: 'opt',
			text: '  b2: <- b1 b4\n    (-6) v10 = Phi <uint64> v7 v17 (i[uint64])\n    (+7) v15 = Add64 <uint64> v11 v9\n    (+7) v15 = Add64 <uint64> v11 v9'
		},
		{
			name: 'lower',
			text: '  b2: <- b1 b4\n    (+7) v15 = ADDQ <uint64> v11 v9\n    (-6) v10 = Phi <uint64> v7 v17 (i[uint64])\n    (?) v1 = InitMem <mem>\n'
		},
		{ name: 'genssa', text: ' v15   \t00012 (7)\tADDQ\tAX, BX\n       \t00017 (?)\tEND' }
	]
};

describe('a phase', () => {
	it('has the source line of every value, node and instruction that names one', () => {
		expect(
			ssa.phases.map((_, at) => phaseLines(ssa, at).map(({ line }) => line ?? 'none'))
		).toEqual([[5], ['none', 6, 7, 7], ['none', 7, 6, 'none'], [7, 'none']]);
	});

	it('marks what was not there before, and nothing that only moved', () => {
		expect(phaseLines(ssa, 2).map(({ fresh }) => fresh)).toEqual([false, true, false, true]);
	});

	it('counts what is there no more', () => {
		expect(ssa.phases.map((_, at) => goneLines(ssa, at, phaseLines(ssa, at)))).toEqual([
			0, 1, 2, 4
		]);
	});

	it('marks nothing in the first one', () => {
		expect(phaseLines(ssa, 0).some(({ fresh }) => fresh)).toBe(false);
	});
});

it('reading begins before the machine comes in, or at the end of what there is', () => {
	expect([firstPhase(ssa), firstPhase({ ...ssa, phases: ssa.phases.slice(0, 2) })]).toEqual([1, 1]);
});
