/** What llvm-mca predicts for loops that meet an error of it: corrected, and as Debian has it. */
import { expect, test } from 'vitest';
import { pathOf } from '../../../runner/fixtures/predict/loops.ts';
import { modelOf } from '../../../runner/src/inspect/models.ts';
import { predictCommand, readPrediction } from '../../../runner/src/inspect/predict.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import { toolSettings } from '../../../runner/src/sandbox/tool-mode.ts';
import { poolOf } from '../toolchains/pool.ts';

// A chain of multiplications goes through every pass of the first loop, and of the second loop through every other pass.
const saved = ['mov rbx, rax', 'mov rax, [rsi]', 'add rdx, rax', 'mov rax, rbx', 'imul rax, r14'];
const swapped = ['xchg rax, rbx', 'imul rax, r14'];
// A chain through an operation that loads its other operand: as people write a hash; an addition to a product; a subtraction,
// which the next pass reads; two in a row; and a load whose address is the result of the pass before, which must wait for it.
const hash = [
	'rol eax, 5',
	'mov edx, ecx',
	'and edx, 1023',
	'xor eax, dword ptr [rsi + 4*rdx]',
	'inc rcx'
];
const product = ['mulsd xmm0, xmm2', 'addsd xmm0, qword ptr [rax]', 'add rax, 8'];
const difference = ['add ebx, eax', 'sub ebx, dword ptr [rsp + 0x4]', 'test eax, eax'];
const two = ['imul rax, rbx', 'add rax, qword ptr [rsi]', 'xor rax, qword ptr [rdi]'];
const address = ['add rax, qword ptr [rax]', 'add rax, rbx'];
const paths = [saved, swapped, hash, product, difference, two, address].map((texts) =>
	pathOf('x86-64', texts)
);

test.each([
	['served', [3, 1.5, 2, 6, 2, 5, 6]],
	// Debian's llvm-mca has the errors of the patches. If this fails, LLVM has corrected one: its patch may go.
	['plain', [1, 1, 5, 10, 5, 6, 6]]
] as const)(
	'a register keeps what a move gave it, and a folded load does not wait for its operation: %s tools, znver4',
	async (way, cycles) => {
		const pool = await poolOf('cc', { tools: toolSettings(way) });
		try {
			const sandbox = await pool.take('tools', 'cc');
			const model = modelOf('znver4');
			if (!model) throw new Error('znver4 is not in the list');
			const question = { model, noalias: true, host: true, detailed: false };
			const output = await sandbox.run(predictCommand(paths, question, stepLimits.predict));
			const answers = readPrediction(output, paths, question);
			expect(
				answers.map((answer) =>
					'predicted' in answer ? answer.predicted.cyclesPerLoop : answer.refusal
				)
			).toEqual(cycles);
		} finally {
			await pool.close();
		}
	}
);
