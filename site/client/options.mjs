/** Parses the command line of `cyclelab`. Pure. Plain JavaScript without packages: npx runs it as it is. */
import { parseArgs } from 'node:util';
import { languageOf, ownKernels, ownRequest, requestOf } from './kernels.mjs';
import { commands, formats, isCommand, options, shells } from './commands.mjs';

/**
 * @typedef {{
 *   command: 'run', site: string, exercise: string, request: Record<string, unknown>,
 *   sources: { variant: string, file: string }[], claims: string[], challenge: boolean, atMost: { variant: string, cycles: number }[],
 *   output: 'text' | 'json' | 'markdown', snapshot: boolean, verbose: boolean, quiet: boolean, timeoutMs: number
 * }} RunOptions
 * @typedef {{ file: string, base?: string }} Version a file of the working tree, or as it is in the commit `base`
 * @typedef {{
 *   command: 'compare', site: string, request: Record<string, unknown>, language: string, kernel: string, versions: readonly Version[], atMost?: number,
 *   output: 'text' | 'json' | 'markdown', snapshot: boolean, verbose: boolean, quiet: boolean, timeoutMs: number
 * }} CompareOptions
 * @typedef {{
 *   command: 'track', site: string, file: string, language: string, kernel: string, series: string, request: Record<string, unknown>,
 *   output: 'text' | 'json', quiet: boolean, timeoutMs: number
 * }} MeasureOptions
 * @typedef {{ command: 'track', series: string, svg?: string, leastChange: number, output: 'text' | 'json' }} ShowSeriesOptions
 *   `leastChange`: smallest change that counts, a part of 1
 * @typedef {MeasureOptions | ShowSeriesOptions} TrackOptions
 * @typedef {{ command: 'list', site: string, output: 'text' | 'json' }} ListOptions
 * @typedef {{ command: 'show', site: string, id: string, format: string }} ShowOptions
 * @typedef {{ command: 'completion', shell: typeof shells[number] }} CompletionOptions
 * @typedef {{ command: 'help', about?: import('./commands.mjs').CommandName }} HelpOptions `about`: one command, else all
 * @typedef {RunOptions | CompareOptions | TrackOptions | ListOptions | ShowOptions | CompletionOptions | HelpOptions | { command: 'wrong', message: string }} Options
 */

const defaultSite = 'http://localhost:3000';
/** Default time limit, s: a run may wait in a queue and be measured for minutes. */
const defaultTimeout = 900;

/** @param {string} message @returns {Options} */
const wrong = (message) => ({ command: 'wrong', message });

/**
 * @param {string[]} argv without the program's own name
 * @param {Record<string, string | undefined>} environment
 * @returns {Options}
 */
export function readOptions(argv, environment) {
	/** @type {ReturnType<typeof parse>} */
	let parsed;
	try {
		parsed = parse(argv);
	} catch (error) {
		return wrong(error instanceof Error ? error.message : String(error));
	}
	const { values, positionals } = parsed;
	const [command, name, ...more] = positionals;
	if (command === undefined) return { command: 'help' };
	if (!isCommand(command)) return wrong(`There is no command "${command}".`);
	if (values.help) return { command: 'help', about: command };
	const accepted = [...commands[command].options];
	const other = Object.keys(values).find((value) => !accepted.some((option) => option === value));
	if (other !== undefined) return wrong(`"${command}" has no option --${other}.`);
	const site = siteOf(values.site ?? environment.CYCLELAB_SITE ?? defaultSite);
	if (site === undefined)
		return wrong('--site must be an address that begins with http:// or https://.');
	if (more.length > 0) return wrong(`"${more[0]}" is one word too many.`);
	const seconds = Number(values.timeout ?? defaultTimeout);
	if (!(seconds > 0)) return wrong('--timeout is a number of seconds.');
	switch (command) {
		case 'compare':
		case 'track':
			if (name !== undefined)
				return wrong(`"${name}" is one word too many. Files are given by --file.`);
			return (command === 'compare' ? compareOf : trackOf)(site, values, 1000 * seconds);
		case 'help':
			return helpOf(name);
		case 'completion':
			return completionOf(name);
		case 'list':
			return { command, site, output: values.json ? 'json' : 'text' };
		case 'show':
			return showOf(site, name, values.format ?? 'txt');
		case 'run':
			return runOf(site, name, values, 1000 * seconds);
	}
}

/** @param {string | undefined} name @returns {Options} */
function helpOf(name) {
	if (name === undefined) return { command: 'help' };
	return isCommand(name)
		? { command: 'help', about: name }
		: wrong(`There is no command "${name}".`);
}

/** @param {string | undefined} name @returns {Options} */
function completionOf(name) {
	const shell = shells.find((shell) => shell === name);
	return shell
		? { command: 'completion', shell }
		: wrong(`completion needs a shell: ${shells.join(', ')}.`);
}

/** @param {string[]} args */
const parse = (args) => parseArgs({ args, options, allowPositionals: true });

/** @param {string} text */
function siteOf(text) {
	try {
		const { protocol, origin, pathname } = new URL(text);
		const site = origin + pathname.replace(/\/+$/, '');
		return protocol === 'http:' || protocol === 'https:' ? site : undefined;
	} catch {
		return undefined;
	}
}

/** @param {string} site @param {string | undefined} name an id, or the address of a kept run @param {string} format @returns {Options} */
function showOf(site, name, format) {
	if (!formats.some((name) => name === format))
		return wrong(`--format is one of ${formats.join(', ')}.`);
	const [, named, id] =
		/^(?:(https?:\/\/[^?#]+?)?\/s\/)?([A-Za-z0-9_-]{22})(?:[.?#/].*)?$/.exec(name ?? '') ?? [];
	if (id === undefined) return wrong('show needs the id or the address of a kept run.');
	return { command: 'show', site: named ?? site, id, format };
}

/** What is printed, and whether the run is stored. @param {any} values of the options */
function printedOf({ json, markdown = false, snapshot = false, verbose = false, quiet = false }) {
	return {
		output: /** @type {'text' | 'json' | 'markdown'} */ (
			json ? 'json' : markdown ? 'markdown' : 'text'
		),
		// The card contains the address of the kept run.
		snapshot: snapshot || markdown,
		verbose,
		quiet
	};
}

/** @param {string} site @param {any} values of the options @param {number} timeoutMs @returns {Options} */
function compareOf(site, values, timeoutMs) {
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
		...printedOf(values),
		timeoutMs
	};
}

/** Smallest change that counts by default, percent. */
const defaultLeastChange = '2';

/** Options that only a drawn series has, and those that have a meaning without a measurement. */
const ofShow = ['svg', 'least-change'];
const withShow = ['series', 'show', 'json', ...ofShow];

/** @param {string} site @param {any} values of the options @param {number} timeoutMs @returns {Options} */
function trackOf(site, values, timeoutMs) {
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

/** @param {string} site @param {string | undefined} exercise @param {ReturnType<typeof parse>['values']} values @param {number} timeoutMs @returns {Options} */
function runOf(site, exercise, values, timeoutMs) {
	const files = values.file ?? [];
	if (exercise === undefined && files.length === 0)
		return wrong('run needs the name of an exercise, or --file with a kernel of your own.');
	if (exercise !== undefined && files.length > 0)
		return wrong('In an exercise say whose place a file takes: --source bytes=my.c');
	if (files.length > ownKernels.variants.length)
		return wrong('At most two files can be run side by side.');
	const kernels = files.map((file, i) => ({ variant: ownKernels.variants[i] ?? '', file }));
	const language = languageOf(files);
	if (files.length > 0 && language === undefined)
		return wrong('Files end with .c, .cpp, .rs, .go, .cs or .cr, and all of them alike.');
	const numbers = (values.value ?? []).map(Number);
	if (!numbers.every((number) => Number.isInteger(number) && number > 0))
		return wrong('--value is a whole number, one of those the exercise sweeps.');
	const sources = (values.source ?? []).map((pair) => {
		const [variant = '', ...file] = pair.split('=');
		return { variant, file: file.join('=') };
	});
	const atMost = (values['at-most'] ?? []).map((limit) => {
		const [, variant = '', cycles = ''] = /^([a-z0-9-]+)=([\d.]+)$/.exec(limit) ?? [];
		return { variant, cycles: Number(cycles) };
	});
	if (!atMost.every(({ variant, cycles }) => variant && cycles > 0))
		return wrong('--at-most is a variant, an equals sign and cycles: --at-most bytes=4.2');
	if (sources.some(({ variant, file }) => !variant || !file))
		return wrong('--source is a variant, an equals sign and a file: --source bytes=my.c');
	if (values.inspect && (values.claim || values.challenge || values['at-most']))
		return wrong('Claims, challenges and limits are about what is measured; leave out --inspect.');
	if (values.json && values.markdown) return wrong('Choose one of --json and --markdown.');
	return {
		command: 'run',
		site,
		exercise: exercise ?? ownKernels.exercise,
		request: requestOf(values, {
			language: values.language ?? language,
			flags: values.flag,
			variants: files.length > 0 ? kernels.map((kernel) => kernel.variant) : values.variant,
			values: numbers.length > 0 ? numbers : undefined,
			stages: values.inspect ? ['inspect'] : undefined
		}),
		sources: [...kernels, ...sources],
		claims: values.claim ?? [],
		challenge: values.challenge ?? false,
		atMost,
		...printedOf(values),
		timeoutMs
	};
}
