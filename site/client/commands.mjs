/** The commands and options of `cyclelab`, once: the parser, `--help` and the shells' completion read them. Pure. */

/**
 * @typedef {{ type: 'string' | 'boolean', short?: string, multiple?: boolean, takes?: string, words?: readonly string[], isFile?: boolean, about: string }} Option
 * `takes`: what stands after it. `words`: all values it can have. `isFile`: the value names a file.
 */

export const formats = /** @type {const} */ (['md', 'txt', 'json', 'csv', 'svg']);
export const shells = /** @type {const} */ (['bash', 'zsh', 'fish']);

export const options = /** @type {const} */ ({
	site: {
		type: 'string',
		takes: 'address',
		about: 'default: $CYCLELAB_SITE, else http://localhost:3000'
	},
	runner: { type: 'string', takes: 'id', about: 'only this runner may measure' },
	microarchitecture: {
		type: 'string',
		takes: 'name',
		about: 'only runners of this microarchitecture may measure'
	},
	language: {
		type: 'string',
		takes: 'language',
		words: ['c', 'cpp', 'rs', 'go', 'cs', 'cr'],
		about: 'language of the sources'
	},
	compiler: { type: 'string', takes: 'compiler', about: 'name, or name-version: clang, gcc-14' },
	target: {
		type: 'string',
		takes: 'target',
		words: ['x86-64', 'arm64'],
		about: 'architecture to compile for'
	},
	flag: {
		type: 'string',
		multiple: true,
		takes: 'flag',
		about: 'flag of the compiler: --flag=-O3'
	},
	variant: {
		type: 'string',
		multiple: true,
		takes: 'id',
		about: 'only these variants, and the baseline'
	},
	value: {
		type: 'string',
		multiple: true,
		takes: 'number',
		about: 'only these values of the swept parameter'
	},
	source: {
		type: 'string',
		multiple: true,
		takes: 'variant=file',
		isFile: true,
		about: "this file in the place of a variant's source"
	},
	file: {
		type: 'string',
		multiple: true,
		takes: 'file',
		isFile: true,
		about: 'a kernel of your own'
	},
	base: {
		type: 'string',
		takes: 'commit',
		about: 'the first version is the file as it is in this commit of git'
	},
	kernel: {
		type: 'string',
		takes: 'name',
		about: 'the function to measure: hot, codec::hot; default "kernel"'
	},
	series: {
		type: 'string',
		takes: 'file',
		isFile: true,
		about: 'the file with one measurement on each line'
	},
	show: { type: 'boolean', about: 'draws the series and names its changes; measures nothing' },
	svg: { type: 'string', takes: 'file', isFile: true, about: 'draws the series into this file' },
	'least-change': {
		type: 'string',
		takes: 'percent',
		about: 'smallest change of the cycles that counts, default 2'
	},
	inspect: { type: 'boolean', about: 'compile, count and predict; measure nothing' },
	snapshot: { type: 'boolean', about: 'stores the run permanently and prints its address' },
	markdown: { type: 'boolean', about: 'prints Markdown for a review, with a stored run' },
	json: { type: 'boolean', about: 'prints JSON, one object on each line' },
	verbose: { type: 'boolean', about: 'prints everything, however long' },
	quiet: { type: 'boolean', about: 'prints no progress' },
	timeout: {
		type: 'string',
		takes: 'seconds',
		about: 'default 900; a run that is not over by then is cancelled'
	},
	claim: {
		type: 'string',
		multiple: true,
		takes: 'id',
		about: 'claim that must be reproduced; "all" for each'
	},
	challenge: { type: 'boolean', about: "the exercise's challenge must be met" },
	'at-most': {
		type: 'string',
		multiple: true,
		takes: 'limit',
		about: 'limit of an interval: <variant>=<cycles>, or a ratio in compare'
	},
	format: { type: 'string', takes: 'format', words: formats, about: 'default txt' },
	help: { type: 'boolean', short: 'h', about: 'prints this' }
});

/** @typedef {keyof typeof options} OptionName */

/** @type {readonly OptionName[]} */
const where = ['site', 'runner', 'microarchitecture'];
/** @type {readonly OptionName[]} */
const built = ['language', 'compiler', 'target', 'flag'];
/** @type {readonly OptionName[]} */
const printed = ['snapshot', 'markdown', 'json', 'verbose', 'quiet', 'timeout'];

/**
 * `words`: all values of its operand. `options` in the order of the help.
 * @typedef {{ operands: string, about: string, words?: readonly string[], options: readonly OptionName[] }} Command
 * @type {Record<'run' | 'compare' | 'track' | 'list' | 'show' | 'completion' | 'help', Command>}
 */
export const commands = {
	run: {
		operands: '[exercise]',
		about: 'runs an exercise, or one or two kernels of your own (--file)',
		options: [
			...where,
			...built,
			'variant',
			'value',
			'source',
			'file',
			'inspect',
			...printed,
			'claim',
			'at-most',
			'challenge'
		]
	},
	compare: {
		operands: '',
		about: 'measures two versions of a kernel alternately on one core',
		options: ['file', 'base', 'kernel', 'at-most', ...where, ...built, ...printed]
	},
	track: {
		operands: '',
		about: 'measures a kernel for a series by commit, or shows it',
		options: [
			'series',
			'file',
			'kernel',
			'show',
			'svg',
			'least-change',
			...where,
			...built,
			'json',
			'quiet',
			'timeout'
		]
	},
	list: {
		operands: '',
		about: 'prints the exercises of a site',
		options: ['site', 'json']
	},
	show: {
		operands: '<id or address>',
		about: 'prints a stored run',
		options: ['site', 'format']
	},
	completion: {
		operands: `<${shells.join('|')}>`,
		about: 'prints the script that completes commands in a shell',
		words: shells,
		options: []
	},
	help: { operands: '[command]', about: 'prints the commands, or one of them', options: [] }
};

/** @typedef {keyof typeof commands} CommandName */

/** @param {string} name @returns {name is CommandName} */
export const isCommand = (name) => Object.hasOwn(commands, name);
