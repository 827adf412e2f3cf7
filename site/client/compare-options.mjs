/** Parses the command line of `cyclelab compare`. Pure. */
import { ownKernels, ownRequest } from './kernels.mjs';

/**
 * @typedef {{ file: string, base?: string }} Version a file of the working tree, or as it is in the commit `base`
 * @typedef {{
 *   command: 'compare', site: string, request: Record<string, unknown>, language: string, kernel: string, versions: readonly Version[], atMost?: number,
 *   output: 'text' | 'json' | 'markdown', snapshot: boolean, verbose: boolean, quiet: boolean, timeoutMs: number
 * }} CompareOptions
 */

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
	const asked = ownRequest(values, files, ownKernels.variants);
	if (typeof asked === 'string') return wrong(asked);
	const limits = (values['at-most'] ?? []).map(Number);
	if (limits.length > 1 || limits.some((/** @type {number} */ limit) => !(limit > 0)))
		return wrong('--at-most is one ratio of the second version to the first: --at-most 1.02');
	if (values.json && values.markdown) return wrong('Choose one of --json and --markdown.');
	const [file = '', second = file] = files;
	return {
		command: 'compare',
		site,
		...asked,
		versions: [base === undefined ? { file } : { file, base }, { file: second }],
		...(limits.length > 0 ? { atMost: limits[0] } : {}),
		output: values.json ? 'json' : values.markdown ? 'markdown' : 'text',
		snapshot: (values.snapshot ?? false) || (values.markdown ?? false),
		verbose: values.verbose ?? false,
		quiet: values.quiet ?? false,
		timeoutMs
	};
}
