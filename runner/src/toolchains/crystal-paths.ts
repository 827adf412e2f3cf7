/** Which files are the learner's, in words and debug information of the Crystal compiler. Its library has files of any name. */
import { sourceName } from './names.ts';
import type { Build } from './toolchain.ts';

/** Where Crystal's own library is, and what we compile beside a learner's file. */
export const crystalLibrary = '/usr/lib/crystal/lib';
export const crystalParts = '/opt/cyclelab/crystal';

/** A path of the library, e.g. `/usr/lib/crystal/lib/int.cr`, is written `crystal:int.cr`; the learner's file by its name. */
export function plainPaths(text: string, build: Pick<Build, 'variant' | 'language'>): string {
	const own = new RegExp(`(?<![\\w/.:-])/(?:[\\w.-]+/)*${sourceName(build)}(?![\\w.-])`, 'g');
	return text
		.replaceAll(`${crystalLibrary}/`, 'crystal:')
		.replaceAll(`${crystalParts}/`, 'cyclelab:')
		.replaceAll(own, sourceName(build));
}
