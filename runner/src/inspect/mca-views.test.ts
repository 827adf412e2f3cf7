/** llvm-mca's views of recorded loops (fixtures/predict). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ended } from '../../fixtures/outputs.ts';
import { loop, pathOf, type LoopName } from '../../fixtures/predict/loops.ts';
import { readBottlenecks, readTimeline, timelineCommand } from './mca-views.ts';
import { modelOf } from './models.ts';

const recorded = (name: LoopName, file: string) =>
	ended({ stdout: readFileSync(join(import.meta.dirname, '../../fixtures/predict', name, file)) });

test('a timeline has a row for each instruction of each pass, in the order of execution', () => {
	const rows = readTimeline(recorded('in-order', 'timeline.json'), loop('in-order'));
	expect(rows).toHaveLength(30);
	expect(rows?.slice(0, 4)).toEqual([
		{ pass: 0, address: '0x1000', dispatched: 0, issued: 0, executed: 4, retired: 4 },
		{ pass: 0, address: '0x1004', dispatched: 1, issued: 1, executed: 4, retired: 4 },
		{ pass: 0, address: '0x1008', dispatched: 4, issued: 4, executed: 5, retired: 5 },
		{ pass: 1, address: '0x1000', dispatched: 4, issued: 4, executed: 8, retired: 8 }
	]);
	expect(rows?.at(-1)?.pass).toBe(9);
});

test('a timeline of another length, or none, is left out', () => {
	const { instructions, ...others } = loop('in-order');
	const shorter = { ...others, instructions: instructions.slice(1) };
	expect(readTimeline(recorded('in-order', 'timeline.json'), shorter)).toBeUndefined();
	expect(readTimeline(ended({}), loop('in-order'))).toBeUndefined();
	expect(readTimeline(ended({ exit: { code: 1 } }), loop('in-order'))).toBeUndefined();
});

test.each([
	[1, 10],
	[16, 10],
	[50, 3],
	[400, 1]
])('a loop of %i instructions is shown for %i passes', (length, passes) => {
	const model = modelOf('znver4');
	if (!model) throw new Error('znver4 is not in the list');
	const path = pathOf('x86-64', Array<string>(length).fill('nop'));
	expect(timelineCommand(path, model, {} as never).argv).toContain(`--iterations=${passes}`);
});

test('the bottleneck of a loop is quoted from llvm-mca, without the summary before it', () => {
	expect(readBottlenecks(recorded('bound', 'bottlenecks.txt'))).toBe(
		`Cycles with backend pressure increase [ 64.28% ]
Throughput Bottlenecks:
  Resource Pressure       [ 20.28% ]
  - SPRPort00  [ 0.41% ]
  - SPRPort01  [ 20.28% ]
  Data Dependencies:      [ 64.14% ]
  - Register Dependencies [ 64.14% ]
  - Memory Dependencies   [ 0.00% ]

Critical sequence based on the simulation:

              Instruction                                 Dependency Information
 +----< 2.    vfmadd231pd ymm0, ymm1, ymm2
 |
 |    < loop carried >
 |
 |      0.    mov eax, dword ptr [rdi + 4*rcx]
 |      1.    imul rbx, rax
 +----> 2.    vfmadd231pd ymm0, ymm1, ymm2          ## REGISTER dependency:  ymm0
 |      3.    vfmadd231pd ymm3, ymm1, ymm2
 |      4.    vfmadd231pd ymm4, ymm1, ymm2
 |      5.    add rcx, 1
 |      6.    cmp rcx, r8
 |      7.    jne .Lt
 |
 |    < loop carried >
 |
 +----> 2.    vfmadd231pd ymm0, ymm1, ymm2          ## REGISTER dependency:  ymm0`
	);
	expect(readBottlenecks(recorded('free', 'bottlenecks.txt'))).toBe(
		'No resource or data dependency bottlenecks discovered.'
	);
});

test('there is nothing to say where llvm-mca did not analyse or did not end', () => {
	const summary = '\n\nIterations:        200\nInstructions:      600\n';
	expect(readBottlenecks(ended({ stdout: Buffer.from(summary) }))).toBeUndefined();
	expect(readBottlenecks(ended({ exit: { signal: 'SIGKILL' }, timedOut: true }))).toBeUndefined();
});
