/** The learner's functions in the LLVM IR that Crystal prints of a whole program. */
import type { Representation } from '../schema/code.ts';
import { crystalLibrary, crystalParts, plainPaths } from './crystal-paths.ts';
import { readLlvmIr } from './llvm-ir.ts';
import { sourceName } from './names.ts';
import type { Build } from './toolchain.ts';

/** Undefined if the text has none of the learner's functions. */
export const readIr = (
	module: string,
	build: Pick<Build, 'variant' | 'language'>
): Representation | undefined =>
	readLlvmIr(module, {
		file: sourceName(build),
		isLibrary: (folder) =>
			[crystalLibrary, crystalParts].some((one) => folder === one || folder.startsWith(`${one}/`)),
		readable: (text) => plainPaths(text, build)
	});
