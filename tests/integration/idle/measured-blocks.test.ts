/** Blocks of machine code, measured in a real sandbox. */
import { expect, test } from 'vitest';
import { blockFromText } from '../../../runner/src/blocks/from-text.ts';
import { measureBlocks } from '../../../runner/src/job/measure-blocks.ts';
import { benchForAll } from '../hooks.ts';

const bench = benchForAll();

test.skipIf(process.arch !== 'x64')(
	'a block that the assembler refuses is dropped, and costs its neighbours nothing',
	async () => {
		// movhps has no form of two registers.
		const texts = ['add rax, rcx', 'movhps xmm1, xmm2', 'imul rdx, rcx'];
		const blocks = texts.flatMap((text) => blockFromText(text) ?? []);
		const { signal } = new AbortController();
		const costs = await measureBlocks(bench.workshop, blocks, 1, signal);
		// A noisy neighbour can leave a block without a time, for another reason.
		const words = 'is refused by the assembler';
		expect(costs.map((cost) => 'dropped' in cost && cost.dropped === words)).toEqual([
			false,
			true,
			false
		]);
	},
	240_000
);
