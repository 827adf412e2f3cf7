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

/** @param {any} report @returns {string} */
export function textOf(report) {
	const lines = [
		report.summary ?? `Counted and predicted for ${report.target}, not measured here.`,
		''
	];
	for (const variant of report.variants) {
		const predicted = variant.predictions.find((/** @type {any} */ one) => one.host && one.noalias);
		const counts =
			variant.instructionsPerIteration === undefined
				? ''
				: `, ${exact(variant.instructionsPerIteration)} instructions`;
		const model = predicted ? `, predicted ${number(predicted.cyclesPerIteration)}` : '';
		const name = variant.edited ? `${variant.id} (edited)` : variant.id;
		if (variant.failure) lines.push(`  ${name}: ${variant.failure.title}`);
		if (variant.points.length === 0 && !variant.failure) lines.push(`  ${name}${model}${counts}`);
		for (const point of variant.points)
			lines.push(`  ${name}${placeOf(point)}: ${costOf(point)}${model}${counts}`);
	}
	if (report.failure) lines.push(`  ${report.failure.title}`);
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

/** The machine and the compiler. @param {any} report */
export const machineOf = ({ runner, toolchain }) =>
	`${runner.host.processor} (${runner.host.identity}), runner ${runner.id}; ${toolchain.compiler} ${toolchain.version} ${toolchain.flags.join(' ')}`.trimEnd();

/** @param {any} point */
function placeOf({ parameters }) {
	const all = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
	return all.length === 0 ? '' : ` ${all.join(' ')}`;
}

/** @param {any} point */
function costOf({ measured, failure }) {
	if (!measured) return failure?.title ?? 'not measured';
	const { median, low, high } = measured.cyclesPerIteration;
	return `${number(median)} cycles (${number(low)} to ${number(high)})`;
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
