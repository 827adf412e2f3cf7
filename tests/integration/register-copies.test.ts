/** What llvm-mca predicts for loops whose chain goes through moves between registers: corrected, and as Debian has it. */
import { randomUUID } from 'node:crypto';
import { imageTag } from '@cyclelab/images/build';
import { expect, test } from 'vitest';
import { pathOf } from '../../runner/fixtures/predict/loops.ts';
import { modelOf } from '../../runner/src/inspect/models.ts';
import { predictCommand, readPrediction } from '../../runner/src/inspect/predict.ts';
import { stepLimits } from '../../runner/src/sandbox/limits.ts';
import { openPool } from '../../runner/src/sandbox/pool.ts';
import { toolSettings } from '../../runner/src/sandbox/tool-mode.ts';

// A chain of multiplications goes through every pass of the first loop, and of the second loop through every other pass.
const saved = ['mov rbx, rax', 'mov rax, [rsi]', 'add rdx, rax', 'mov rax, rbx', 'imul rax, r14'];
const swapped = ['xchg rax, rbx', 'imul rax, r14'];
const paths = [saved, swapped].map((texts) => pathOf('x86-64', texts));

test.each([
	['static', [3, 1.5]],
	// Debian's llvm-mca has the error of register-copies.patch. If this fails, LLVM has corrected it: the patch may go.
	['plain', [1, 1]]
] as const)(
	'a register keeps what a move gave it when its source is overwritten: %s tools, znver4',
	async (way, cycles) => {
		const pool = await openPool({
			...{ owner: `test-${randomUUID()}`, cores: { tools: '0', measure: '0' } },
			tools: toolSettings(way)
		});
		try {
			pool.offer('cc', { tag: await imageTag('cc'), sizes: { tools: 0, measure: 0 } });
			const sandbox = await pool.take('tools', 'cc');
			const model = modelOf('znver4');
			if (!model) throw new Error('znver4 is not in the list');
			const question = { model, noalias: true, host: true, detailed: false };
			const output = await sandbox.run(predictCommand(paths, question, stepLimits.predict));
			const answers = readPrediction(output, paths, question);
			expect(
				answers.map((one) => ('predicted' in one ? one.predicted.cyclesPerLoop : one.refusal))
			).toEqual(cycles);
		} finally {
			await pool.close();
		}
	}
);
