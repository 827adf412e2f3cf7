/** Work that depends on the data, in words. Pure. */
import type { DataWork } from '../schema/report.ts';
import { apart } from './sentence-numbers.ts';

/** "Its work depends on the data: 2.00 instructions an iteration for the data that was counted, 2.04 for other data." */
export function dataWorkSentence({ counted, other }: DataWork): string {
	const [one, two] = apart(counted, other);
	return `Its work depends on the data: ${one} instructions an iteration for the data that was counted, ${two} for other data.`;
}
