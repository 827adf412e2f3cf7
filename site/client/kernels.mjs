/** A learner's own kernels: their places in a request, and their language. Pure. */

/** The exercise for a learner's own kernels, and its two variants in the order of the given files. */
export const ownKernels = { exercise: 'free-play', variants: ['a', 'b'] };

/** Languages by the endings of files. @type {Record<string, string>} */
const endings = {
	c: 'c',
	cpp: 'cpp',
	cc: 'cpp',
	cxx: 'cpp',
	rs: 'rs',
	go: 'go',
	cs: 'cs',
	cr: 'cr'
};

/** The language of all these files; undefined if one has another or none. @param {readonly string[]} files */
export function languageOf(files) {
	const [first, ...others] = files.map((one) => endings[/\.([a-z]+)$/.exec(one)?.[1] ?? '']);
	return others.every((one) => one === first) ? first : undefined;
}

/**
 * The part of a request that options give as they are, and `more`; nothing that is undefined.
 * @param {{ compiler?: string | undefined, target?: string | undefined, runner?: string | undefined, microarchitecture?: string | undefined }} values
 * @param {Record<string, unknown>} more
 * @returns {Record<string, unknown>}
 */
export function requestOf({ compiler, target, runner, microarchitecture }, more) {
	const all = { compiler, target, runner, microarchitecture, ...more };
	return Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined));
}

/** An identifier of C that the site accepts in -DNAME=value. */
const identifier = /^[A-Za-z_]\w{0,31}$/;

/**
 * The request for functions of any name in these files; what is wrong with the options, as a sentence, if something is.
 * @param {any} values of the options @param {readonly string[]} files @param {readonly string[]} variants
 * @returns {Record<string, unknown> | string}
 */
export function ownRequest(values, files, variants) {
	const language = values.language ?? languageOf(files);
	if (language === undefined)
		return 'Files end with .c, .cpp, .rs, .go, .cs or .cr, and all of them alike.';
	const kernel = values.kernel ?? 'kernel';
	if (!identifier.test(kernel)) return '--kernel is the name of a function.';
	if (kernel !== 'kernel' && language !== 'c' && language !== 'cpp')
		return '--kernel is for C and C++; in other languages name the function "kernel".';
	// The harness calls "kernel"; the preprocessor gives this name to the function.
	const renamed = kernel === 'kernel' ? [] : [`-D${kernel}=kernel`];
	const flags = [...(values.flag ?? []), ...renamed];
	return requestOf(values, { language, flags: flags.length > 0 ? flags : undefined, variants });
}
