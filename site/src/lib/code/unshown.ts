/** Where instructions were executed that the listing does not show, in words. Pure. */
import type { Unshown } from '@cyclelab/contract/schema/code';
import { percent } from '../ui/format.ts';

/** glibc has its functions for memory, strings and mathematics in several versions. */
const choosing = /^lib[cm]\.so/;

/** @param isStepped counted on the processor */
export function unshownSentence(
	{ file, from, to, share }: Pick<Unshown, 'file' | 'from' | 'to' | 'share'>,
	isStepped: boolean
): string {
	const place =
		file === undefined
			? isStepped
				? 'libraries, or other parts of the program'
				: 'memory that is of no file'
			: file.endsWith('.elf')
				? 'other parts of the program (its start, its library)'
				: file;
	const chosen =
		!isStepped && choosing.test(file ?? '')
			? ' The library chooses functions by what the processor has: counted are those for the emulator’s.'
			: '';
	return `${percent(share)} of the executed instructions ran in code that is not shown: ${place}, ${from}–${to}.${chosen}`;
}
