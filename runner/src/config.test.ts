import { expect, test } from 'vitest';
import { blocksPerMinuteOf } from './config.ts';

test("blocks are measured for the corrected llvm-mca, and not for Debian's", () => {
	const at = (RUNNER_TOOLS: 'served' | 'plain', RUNNER_BLOCKS: number) =>
		blocksPerMinuteOf({ RUNNER_TOOLS, RUNNER_BLOCKS });
	expect([at('served', 6), at('served', 0), at('plain', 6)]).toEqual([6, 0, 0]);
});
