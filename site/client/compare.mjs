/** Two versions of a kernel, compared: as text, as Markdown for a review, and as an exit status. Pure. */
import { limitStatus, status } from './status.mjs';
import { exact, machineOf, number } from './text.mjs';

/**
 * @typedef {{ median: number, low: number, high: number }} Interval
 * @typedef {{
 *   instructions?: { of: number, to: number },
 *   time?: { of: Interval, to: Interval, ratio: Interval, floor: number, verdict: 'faster' | 'slower' | 'same' | 'unclear', judged: { low: number, high: number } },
 *   machineCode?: { isSame: boolean, hunks: { kind: 'same' | 'gone' | 'new', text: string }[][] }
 * }} Versions the site's answer: `of` is the second version, `to` the first
 * @typedef {{ names: readonly string[], versions: Versions, report: any, page?: string }} Compared `names` of the first and
 *   second version; `page`: address of the stored run
 */

const verdicts = {
	faster: 'The second version is faster',
	slower: 'The second version is slower',
	same: 'No difference in time can be measured',
	unclear: 'It is too noisy to decide which version is faster'
};

/** Limits such as 1.02 are compared with it. @param {number} value */
const ratioText = (value) => value.toFixed(3);

/** @param {Compared} compared @returns {string[]} instructions first, which are exact, then time */
function sentencesOf({ versions: { instructions, time, machineCode } }) {
	const counts = instructions
		? instructions.of === instructions.to
			? `${exact(instructions.to)} instructions an iteration in both, counted exactly.`
			: `${exact(instructions.to)} instructions an iteration before, ${exact(instructions.of)} after, counted exactly.`
		: 'The instructions of one version were not counted.';
	const ratio = time?.ratio;
	return [
		...(machineCode?.isSame ? ['The machine code is the same.'] : []),
		counts,
		time && ratio
			? `${verdicts[time.verdict]}: ${cycles(time.to)} before, ${cycles(time.of)} after, ratio ${ratioText(ratio.median)} (${ratioText(ratio.low)} to ${ratioText(ratio.high)}); identical code differs by as much as ${number(100 * time.floor)} % on this runner.`
			: 'One version was not measured.'
	];
}

/** @param {Interval} interval */
export const cycles = ({ median, low, high }) =>
	`${number(median)} cycles (${number(low)} to ${number(high)})`;

const signs = { same: ' ', gone: '-', new: '+' };

/** @param {Compared} compared */
function differenceOf({ versions: { machineCode } }) {
	if (!machineCode || machineCode.isSame) return undefined;
	const { hunks } = machineCode;
	if (hunks.length === 0)
		return 'The machine code differs; it is too long to be compared line by line.';
	return hunks
		.map((lines) => lines.map(({ kind, text }) => `  ${signs[kind]} ${text}`).join('\n'))
		.join('\n  ...\n');
}

/** Why versions failed, a sentence each. @param {{ report: any, names: readonly string[] }} compared `names` of its variants */
export const failuresOf = ({ report, names }) =>
	[
		report.failure,
		...report.variants.map((/** @type {any} */ { failure, points }, /** @type {number} */ at) => {
			const found = failure ?? points.find((/** @type {any} */ one) => one.failure)?.failure;
			return found && { title: `${names[at]}: ${found.title}` };
		})
	].flatMap((failure) => failure?.title ?? []);

/** @param {Compared} compared */
export function comparedText(compared) {
	const { names, report, page } = compared;
	const difference = differenceOf(compared);
	return [
		`${names[0]} -> ${names[1]}`,
		...[...failuresOf(compared), ...sentencesOf(compared)].map((line) => `  ${line}`),
		...(difference ? ['', difference] : []),
		'',
		machineOf(report),
		...(page ? [page] : [])
	]
		.join('\n')
		.concat('\n');
}

/** A code span: what stands in it is text. A line break would end it. @param {string} text */
const code = (text) => `\`${text.replaceAll(/[`\r\n]/g, ' ')}\``;

/** @param {Compared} compared */
export function comparedMarkdown(compared) {
	const { names, report, page } = compared;
	const title = `Cyclelab: ${code(names[0] ?? '')} → ${code(names[1] ?? '')}`;
	const difference = differenceOf(compared);
	const longest = Math.max(
		2,
		...[...(difference ?? '').matchAll(/`+/g)].map(([run]) => run.length)
	);
	const fence = '`'.repeat(longest + 1);
	return [
		`**${title}**`,
		...(page ? [`[The run with all samples](${page})`] : []),
		...failuresOf(compared).map((line) => `- ${code(line)}`),
		sentencesOf(compared)
			.map((line) => `- ${line}`)
			.join('\n'),
		...(difference
			? [
					`<details><summary>Difference of the machine code</summary>\n\n${fence}diff\n${difference.replaceAll(/^ {2}/gm, '')}\n${fence}\n\n</details>`
				]
			: []),
		code(machineOf(report))
	]
		.join('\n\n')
		.concat('\n');
}

/** @param {Compared} compared @param {number | undefined} atMost limit of the ratio after / before */
export function comparedStatus(compared, atMost) {
	if (failuresOf(compared).length > 0) return status.failed;
	const judged = compared.versions.time?.judged;
	if (atMost !== undefined) return limitStatus([judged], atMost);
	return judged ? status.good : status.noVerdict;
}
