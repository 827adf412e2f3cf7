/** Parses the command line of `cyclelab compare`. Pure. */
import { languageOf, ownKernels, requestOf } from './kernels.mjs';

/**
 * @typedef {{ file: string, base?: string }} Version a file of the working tree, or as it is in the commit `base`
 * @typedef {{
 *   command: 'compare', site: string, request: Record<string, unknown>, versions: readonly Version[], atMost?: number,
 *   output: 'text' | 'json' | 'markdown', snapshot: boolean, quiet: boolean, timeoutMs: number
 * }} CompareOptions
 */

/** An identifier of C that the site accepts in -DNAME=value. */
const identifier = /^[A-Za-z_]\w{0,31}$/;

/**
 * @param {string} site @param {any} values of the options @param {number} timeoutMs
 * @returns {CompareOptions | { command: 'wrong', message: string }}
 */
export function compareOf(site, values, timeoutMs) {
	/** @param {string} message */
	const wrong = (message) => /** @type {const} */ ({ command: 'wrong', message });
	/** @type {string[]} */
	const files = values.file ?? [];
	/** @type {string | undefined} */
	const base = values.base;
	if (files.length !== (base === undefined ? 2 : 1))
		return wrong(
			'compare needs --base <commit> with one --file, or two files: --file before.c --file after.c'
		);
	if (base !== undefined && !/^[^-\s][^\s:]*$/.test(base))
		return wrong('--base is a commit, branch or tag: --base origin/main');
	const language = values.language ?? languageOf(files);
	if (language === undefined)
		return wrong('Files end with .c, .cpp, .rs, .go, .cs or .cr, and all of them alike.');
	const kernel = values.kernel ?? 'kernel';
	if (!identifier.test(kernel)) return wrong('--kernel is the name of a function.');
	if (kernel !== 'kernel' && language !== 'c' && language !== 'cpp')
		return wrong('--kernel is for C and C++; in other languages name the function "kernel".');
	const limits = (values['at-most'] ?? []).map(Number);
	if (limits.length > 1 || limits.some((/** @type {number} */ one) => !(one > 0)))
		return wrong('--at-most is one ratio of the second version to the first: --at-most 1.02');
	if (values.json && values.markdown) return wrong('Choose one of --json and --markdown.');
	// The harness calls "kernel"; the preprocessor gives this name to the function.
	const renamed = kernel === 'kernel' ? [] : [`-D${kernel}=kernel`];
	const flags = [...(values.flag ?? []), ...renamed];
	const [file = '', second = file] = files;
	return {
		command: 'compare',
		site,
		request: requestOf(values, {
			language,
			flags: flags.length > 0 ? flags : undefined,
			variants: ownKernels.variants
		}),
		versions: [base === undefined ? { file } : { file, base }, { file: second }],
		...(limits.length > 0 ? { atMost: limits[0] } : {}),
		output: values.json ? 'json' : values.markdown ? 'markdown' : 'text',
		snapshot: (values.snapshot ?? false) || (values.markdown ?? false),
		quiet: values.quiet ?? false,
		timeoutMs
	};
}
