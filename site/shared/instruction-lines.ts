/** Machine code as lines to compare. Pure. */
import type { DisassembledFunction } from '@cyclelab/runner/schema/code';
import type { Line } from './lines.ts';

/** The instructions of a function as lines to compare. Where a jump leads is not compared, nor how far away data lie. */
export const instructionLines = (shown: DisassembledFunction | undefined): Line[] =>
	(shown?.instructions ?? []).map(({ text, target }) => ({
		key: target === undefined ? withoutDistance(text) : (text.split(' ')[0] ?? text),
		text
	}));

const withoutDistance = (text: string) => text.replace(/\[rip [+-] 0x[\da-f]+\]/g, '[rip]');
