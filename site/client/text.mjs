/** A report as text for a terminal. Pure. */

/** Three significant digits. @param {number} value */
export const number = (value) =>
	value.toLocaleString('en-US', { maximumSignificantDigits: 3, minimumSignificantDigits: 3 });

/** Counted, so with as many digits as say so. @param {number} value */
export const exact = (value) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

const marks = {
	reproduced: '✓',
	contradicted: '✗',
	'not-here': '–',
	'too-noisy': '?',
	'not-measured': '?'
};

/** Without --verbose: messages of a compiler, and characters of each. */
const mostMessages = 10;
const mostCharacters = 300;

/** A place in a file. @param {{ line?: number, column?: number }} place @param {number} lines of the file */
function placeIn({ line, column }, lines) {
	if (line === undefined) return '';
	if (line > lines) return 'the call that --kernel added: ';
	return `line ${line}${column === undefined ? '' : `, column ${column}`}: `;
}

/**
 * What a compiler or a linker printed about a source, a line each; of other failures nothing.
 * @param {any} failure of a report @param {{ verbose: boolean }} options @param {number} [lines] of the file, without what
 *   the client added
 * @returns {string[]}
 */
export function messagesOf({ kind, diagnostics = [], text = '' }, { verbose }, lines = Infinity) {
	if (kind !== 'compile-error') return [];
	const all =
		diagnostics.length > 0
			? diagnostics.map(
					(/** @type {any} */ diagnostic) =>
						`${placeIn(diagnostic, lines)}${diagnostic.severity}: ${diagnostic.message}`
				)
			: text.split('\n').filter((/** @type {string} */ line) => line.trim() !== '');
	if (verbose) return all;
	const shown = all
		.slice(0, mostMessages)
		.map((/** @type {string} */ line) =>
			line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line
		);
	return all.length > shown.length
		? [...shown, `${all.length - shown.length} more: --verbose`]
		: shown;
}

/** What happened, one thing to try, and the compiler's messages. @param {string} name @param {any} failure @param {{ verbose: boolean }} options */
const failureLines = (name, failure, options) => [
	`  ${name}${failure.title} ${failure.hint ?? ''}`.trimEnd(),
	...messagesOf(failure, options).map((line) => `    ${line}`)
];

/** As pages have it: executed in the code that is shown, and elsewhere. @param {any} variant */
function countsOf({ instructionsPerIteration: shown, unshown = [] }) {
	if (shown === undefined) return '';
	const elsewhere = unshown.reduce(
		(/** @type {number} */ sum, /** @type {any} */ place) => sum + place.instructionsPerIteration,
		0
	);
	return `, ${exact(shown)} instructions${elsewhere > 0 ? ` + ${number(elsewhere)} not shown` : ''}`;
}

/** @param {any} report @param {{ verbose: boolean }} options @returns {string} */
export function textOf(report, options) {
	const lines = [report.summary ?? withoutSummary(report), ''];
	for (const variant of report.variants) {
		const predicted = variant.predictions.find(
			(/** @type {any} */ prediction) => prediction.host && prediction.noalias
		);
		const counts = countsOf(variant);
		const model = predicted ? `, predicted ${number(predicted.cyclesPerIteration)}` : '';
		const name = variant.edited ? `${variant.id} (edited)` : variant.id;
		if (variant.failure) lines.push(...failureLines(`${name}: `, variant.failure, options));
		if (variant.points.length === 0 && !variant.failure) lines.push(`  ${name}${model}${counts}`);
		for (const point of variant.points)
			lines.push(`  ${name}${placeOf(point)}: ${costOf(point)}${model}${counts}`);
	}
	if (options.verbose) lines.push(...report.variants.flatMap(printedBy));
	if (report.failure) lines.push(...failureLines('', report.failure, options));
	if (report.claims.length > 0) lines.push('');
	for (const claim of report.claims)
		lines.push(
			`  ${marks[/** @type {keyof typeof marks} */ (claim.verdict)]} ${claim.id}: ${claim.sentence}`
		);
	if (report.challenge) {
		lines.push('', `  Challenge: ${report.challenge.verdict}`);
		for (const goal of report.challenge.goals) lines.push(`    ${goal.met}: ${goal.sentence}`);
	}
	lines.push('', machineOf(report));
	return `${lines.join('\n')}\n`;
}

/** @param {any} report */
const withoutSummary = ({ target, variants }) =>
	variants.length > 0 &&
	variants.every((/** @type {any} */ variant) => isUncompiled(variant.failure))
		? `Did not compile for ${target}.`
		: `Compiled for ${target}, not measured here.`;

/** @param {any} failure */
const isUncompiled = (failure) => failure?.stage === 'compile';

/** What a program printed while it was counted. @param {any} variant @returns {string[]} */
const printedBy = ({ id, printed }) =>
	['stdout', 'stderr'].flatMap((name) =>
		printed?.[name]
			? [
					'',
					`  ${id} printed on ${name}:`,
					...printed[name]
						.trimEnd()
						.split('\n')
						.map((/** @type {string} */ line) => `    ${line}`)
				]
			: []
	);

/** The machine and the compiler. @param {any} report */
export const machineOf = ({ runner, toolchain }) =>
	`${runner.host.processor} (${runner.host.identity}), runner ${runner.id}; ${toolchain.compiler} ${toolchain.version} ${toolchain.flags.join(' ')}`.trimEnd();

/** @param {any} point */
function placeOf({ parameters }) {
	const all = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
	return all.length === 0 ? '' : ` ${all.join(' ')}`;
}

/**
 * Several modes, of which no single number holds: "modes 6.82, 4.34, 4.98 cycles".
 * @param {{ modes?: { centre: number }[] }} measured of a report
 */
export const speedsIn = ({ modes = [] }) =>
	modes.length > 1
		? `modes ${modes.map(({ centre }) => number(centre)).join(', ')} cycles`
		: undefined;

/**
 * An interval behind its median: " (3.96 to 4.04)"; where both ends are written alike, their distance: " (± 0.002)".
 * @param {{ median: number, low: number, high: number }} interval @param {(value: number) => string} [written]
 */
export function endsOf({ median, low, high }, written = number) {
	const [least, most] = [written(low), written(high)];
	if (least !== most) return ` (${least} to ${most})`;
	const half = Math.max(high - median, median - low);
	return half > 0 ? ` (± ${Number(half.toPrecision(1))})` : '';
}

/** @param {{ median: number, low: number, high: number }} interval of cycles per iteration */
export const cycles = (interval) => `${number(interval.median)} cycles${endsOf(interval)}`;

/** @param {any} point */
function costOf({ measured, failure }) {
	if (!measured) return failure?.title ?? 'not measured';
	const speeds = speedsIn(measured);
	if (speeds) return speeds;
	return cycles(measured.cyclesPerIteration);
}

/** The state of a run as one line of text. @param {any} view */
export function stateOf({ state, position, notice }) {
	const where = state === 'queued' && position !== undefined ? `queued, number ${position}` : state;
	return notice ? `${where}: ${notice}` : where;
}

/**
 * The text without characters that control a terminal or change the text direction: they are written as JSON escapes,
 * so JSON stays JSON. @param {string} text
 */
export const printable = (text) =>
	text.replaceAll(
		/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
	);
