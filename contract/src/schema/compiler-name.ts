/** Names of compilers with and without their versions. Pure, and without the schema's library, for the page. */

/** A compiler's name without its version: `clang` of `clang-19`. */
export const nameWithoutVersion = (compiler: string): string => compiler.replace(/-[\d.]+$/, '');

/**
 * The compiler among `offered` that a wish means: itself, else the first version of that name, which is the newest. A link to
 * a version that is no longer offered so opens with its successor.
 */
export const compilerMeant = <Name extends string>(
	wish: string,
	offered: readonly Name[]
): Name | undefined =>
	offered.find((name) => name === wish) ??
	offered.find((name) => nameWithoutVersion(name) === nameWithoutVersion(wish));
