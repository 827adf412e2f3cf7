/** Parses the command line of `cyclelab track`. Pure. */
import { ownKernels, ownRequest } from './kernels.mjs';

/**
 * @typedef {{
 *   command: 'track', site: string, file: string, language: string, kernel: string, series: string, request: Record<string, unknown>,
 *   output: 'text' | 'json', quiet: boolean, timeoutMs: number
 * }} MeasureOptions
 * @typedef {{ command: 'track', series: string, svg?: string, leastChange: number, output: 'text' | 'json' }} ShowSeriesOptions
 *   `leastChange`: smallest change that counts, a part of 1
 * @typedef {MeasureOptions | ShowSeriesOptions} TrackOptions
 */

/** Smallest change that counts by default, percent. */
const defaultLeastChange = '2';

/** Options that only a drawn series has, and those that have a meaning without a measurement. */
const ofShow = ['svg', 'least-change'];
const withShow = ['series', 'show', 'json', ...ofShow];

/**
 * @param {string} site @param {any} values of the options @param {number} timeoutMs
 * @returns {TrackOptions | { command: 'wrong', message: string }}
 */
export function trackOf(site, values, timeoutMs) {
	/** @param {string} message */
	const wrong = (message) => /** @type {const} */ ({ command: 'wrong', message });
	/** @type {{ series?: string, svg?: string }} */
	const { series, svg } = values;
	if (!series) return wrong('track needs a file for its series: --series cyclelab.jsonl');
	const output = values.json ? 'json' : 'text';
	if (values.show) {
		const other = Object.keys(values).find((value) => !withShow.includes(value));
		if (other !== undefined) return wrong(`--show measures nothing; leave out --${other}.`);
		const percent = Number(values['least-change'] ?? defaultLeastChange);
		if (!(percent >= 0 && percent < Infinity))
			return wrong('--least-change is a number of percent: --least-change 2');
		const drawn = svg === undefined ? {} : { svg };
		return { command: 'track', series, ...drawn, leastChange: percent / 100, output };
	}
	const early = ofShow.find((name) => values[name] !== undefined);
	if (early !== undefined) return wrong(`--${early} is about a drawn series; add --show.`);
	/** @type {string[]} */
	const files = values.file ?? [];
	const [file] = files;
	if (file === undefined || files.length > 1)
		return wrong('track needs one --file to measure, or --show: --file src/hot.c');
	const asked = ownRequest(values, files, ownKernels.variants.slice(0, 1));
	if (typeof asked === 'string') return wrong(asked);
	return {
		command: 'track',
		site,
		file,
		...asked,
		series,
		output,
		quiet: values.quiet ?? false,
		timeoutMs
	};
}
