/** A series file: one measurement of a kernel on each line, as JSON. Pure. */

/**
 * @typedef {{
 *   file: string, kernel: string, commit: string, committedAt: string, processor: string, identity: string, target: string,
 *   compiler: string, version: string, flags: string[], instructionsPerIteration?: number,
 *   cyclesPerIteration: import('./compare.mjs').Interval, noiseFloor: number, run: string
 * }} Entry `committedAt`: ISO 8601; `identity` of the processor; `noiseFloor`: part of 1 by which identical code differs on
 *   the runner; `run`: address of the stored run
 * @typedef {Entry & { line: number }} Read `line` of the file, from 1
 * @typedef {{ line: number, reason: string }} Malformed
 */

/**
 * The measurement as a line of the file; undefined if nothing was measured.
 * @param {{ file: string, kernel: string, commit: string, committedAt: string, page: string, report: any,
 *   versions: import('./compare.mjs').Versions }} measured `versions`: the site's answer for the kernel and itself
 * @returns {Entry | undefined}
 */
export function entryOf({ file, kernel, commit, committedAt, page, report, versions }) {
	const { time, instructions } = versions;
	if (!time) return undefined;
	const { runner, toolchain, target } = report;
	return {
		file,
		kernel,
		commit,
		committedAt,
		processor: runner.host.processor,
		identity: runner.host.identity,
		target,
		compiler: toolchain.compiler,
		version: toolchain.version,
		flags: toolchain.flags,
		...(instructions ? { instructionsPerIteration: instructions.of } : {}),
		cyclesPerIteration: time.of,
		noiseFloor: time.floor,
		run: page
	};
}

/** @param {unknown} value */
const isText = (value) => typeof value === 'string' && value !== '';
/** @param {unknown} value */
const isAmount = (value) => typeof value === 'number' && Number.isFinite(value) && value > 0;

/** @type {Record<string, (value: any) => boolean>} */
const shape = {
	file: isText,
	kernel: isText,
	commit: (value) => /^[0-9a-f]{7,64}$/.test(value),
	committedAt: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
	processor: isText,
	identity: isText,
	target: isText,
	compiler: isText,
	version: isText,
	flags: (value) => Array.isArray(value) && value.every((flag) => typeof flag === 'string'),
	instructionsPerIteration: (value) => value === undefined || isAmount(value),
	cyclesPerIteration: (value) =>
		isAmount(value?.low) &&
		isAmount(value?.high) &&
		value.low <= value.median &&
		value.median <= value.high,
	noiseFloor: (value) => value === 0 || isAmount(value),
	run: isText
};

/** Why the text of a line is no measurement; undefined if it is one. @param {any} value */
function faultOf(value) {
	if (typeof value !== 'object' || value === null) return 'is no object';
	const wrong = Object.keys(shape).find((name) => !shape[name]?.(value[name]));
	return wrong && (wrong in value ? `has a wrong "${wrong}"` : `has no "${wrong}"`);
}

/**
 * All measurements of a file, and its malformed lines. Empty lines are skipped.
 * @param {string} text @returns {{ entries: Read[], malformed: Malformed[] }}
 */
export function readSeries(text) {
	/** @type {Read[]} */
	const entries = [];
	/** @type {Malformed[]} */
	const malformed = [];
	for (const [at, words] of text.split('\n').entries()) {
		const line = at + 1;
		if (words.trim() === '') continue;
		let value;
		try {
			value = JSON.parse(words);
		} catch {
			malformed.push({ line, reason: 'is no JSON' });
			continue;
		}
		const reason = faultOf(value);
		if (reason === undefined) entries.push({ ...value, line });
		else malformed.push({ line, reason });
	}
	return { entries, malformed };
}

/** @param {Entry} entry */
export const titleOf = ({ file, kernel }) => `${file}, ${kernel}`;

/** @param {Entry} entry */
export const builtBy = ({ processor, identity, compiler, version, flags }) =>
	`${processor} (${identity}); ${[compiler, version, ...flags].join(' ')}`;

/**
 * The series of a file: measurements of one kernel on one processor by one compiler with the same flags, by commit time.
 * @param {readonly Read[]} entries @returns {Read[][]} in the order of their first lines
 */
export function seriesOf(entries) {
	/** @type {Map<string, Read[]>} */
	const all = new Map();
	for (const entry of entries) {
		const { file, kernel, processor, identity, target, compiler, version, flags } = entry;
		const key = JSON.stringify([
			file,
			kernel,
			processor,
			identity,
			target,
			compiler,
			version,
			flags
		]);
		all.set(key, [...(all.get(key) ?? []), entry]);
	}
	return [...all.values()].map((entries) =>
		entries.sort((a, b) => Date.parse(a.committedAt) - Date.parse(b.committedAt) || a.line - b.line)
	);
}
