/** Two versions of a kernel, compared: as text, as Markdown for a review, and as an exit status. Pure. */
import { failureStatus, limitStatus, status } from './status.mjs';
import { signatureOf } from './kernels.mjs';
import { cycles, endsOf, exact, machineOf, messagesOf, number, speedsIn } from './text.mjs';

/**
 * @typedef {{ median: number, low: number, high: number }} Interval
 * @typedef {{
 *   instructions?: { of: number, to: number },
 *   time?: { of: Interval, to: Interval, ratio: Interval, floor: number, verdict: 'faster' | 'slower' | 'same' | 'unclear', judged: { low: number, high: number } },
 *   machineCode?: { isSame: boolean, hunks: { kind: 'same' | 'gone' | 'new', text: string }[][] }
 * }} Versions the site's answer: `of` is the second version, `to` the first
 * @typedef {{ name: string, language: string, lines: readonly number[] }} Kernel the function that --kernel names; `lines` of
 *   each file, after which the client added a call of it
 * @typedef {{ names: readonly string[], versions: Versions, report: any, kernel?: Kernel, page?: string }} Compared `names` of
 *   the first and second version; `page`: address of the stored run
 */

const verdicts = {
	faster: 'The second version is faster',
	slower: 'The second version is slower',
	same: 'No difference in time can be measured',
	unclear: 'It is too noisy to decide which version is faster'
};
/** Neither of two equal versions is faster. */
const unclearForSame = 'It is too noisy to show that the time is the same';

/** Limits such as 1.02 are compared with it. @param {number} value */
const ratioText = (value) => value.toFixed(3);

/** @param {Compared} compared @returns {string[]} instructions first, which are exact, then time */
function sentencesOf({ report, versions: { instructions, time, machineCode } }) {
	const counts = instructions
		? instructions.of === instructions.to
			? `${exact(instructions.to)} instructions an iteration in both, counted exactly.`
			: `${exact(instructions.to)} instructions an iteration before, ${exact(instructions.of)} after, counted exactly.`
		: 'The instructions of one version were not counted.';
	const ratio = time?.ratio;
	const isUnclear = time?.verdict === 'unclear' && machineCode?.isSame;
	const said = isUnclear ? unclearForSame : time && verdicts[time.verdict];
	// The first version is the first variant.
	const [to, of] = report.variants.map((/** @type {any} */ { points }) =>
		speedsIn(points[0]?.measured ?? {})
	);
	return [
		...(machineCode?.isSame ? ['The machine code is the same.'] : []),
		counts,
		time && ratio
			? `${said}: ${to ?? cycles(time.to)} before, ${of ?? cycles(time.of)} after, ratio ${
					to || of
						? `between ${ratioText(ratio.low)} and ${ratioText(ratio.high)}`
						: `${ratioText(ratio.median)}${endsOf(ratio, ratioText)}`
				}; identical code differs by as much as ${number(100 * time.floor)} % on this runner.`
			: 'One version was not measured.'
	];
}

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

/**
 * Why versions failed: a sentence each, with what its compiler printed.
 * @param {Pick<Compared, 'report' | 'names' | 'kernel'>} compared `names` of its variants
 * @param {{ verbose: boolean }} options
 * @returns {{ kind: string, sentence: string, messages: string[] }[]}
 */
export function failuresOf({ report, names, kernel }, options) {
	/** @param {any} failure @param {number} [at] number of the variant */
	const told = (failure, at) => {
		if (!failure) return [];
		const file = at === undefined ? '' : `${names[at]}: `;
		const needed = at === undefined ? undefined : neededBy(failure, kernel, at);
		return [
			{
				kind: failure.kind,
				sentence: `${file}${needed ?? `${failure.title} ${failure.hint ?? ''}`.trimEnd()}`,
				messages: messagesOf(failure, options, kernel?.lines[at ?? 0])
			}
		];
	};
	return [
		...told(report.failure),
		...report.variants.flatMap((/** @type {any} */ { failure, points }, /** @type {number} */ at) =>
			told(failure ?? points.find((/** @type {any} */ point) => point.failure)?.failure, at)
		)
	];
}

/**
 * The declaration that --kernel needs, if the first error is in the call that the client added.
 * @param {any} failure @param {Kernel | undefined} kernel @param {number} at
 */
function neededBy({ diagnostics = [] }, kernel, at) {
	const first = diagnostics.find(
		(/** @type {any} */ diagnostic) => diagnostic.severity === 'error'
	);
	if (!kernel || !((first?.line ?? 0) > (kernel.lines[at] ?? Infinity))) return undefined;
	const { name, language } = kernel;
	return `--kernel ${name} needs a function ${signatureOf(language, name)}; this file has none.`;
}

/** Lines that a comparison prints without --verbose. */
const mostLines = 10;

/** @param {readonly string[]} lines @param {number} room at least one line */
const shortened = (lines, room) =>
	lines.length <= room
		? lines
		: [...lines.slice(0, room - 1), `  ${lines.length - room + 1} more lines: --verbose`];

/** @param {Compared} compared @param {{ verbose: boolean }} options */
export function comparedText(compared, options) {
	const { names, report, page } = compared;
	const failures = failuresOf(compared, options);
	const head = [
		`${names[0]} -> ${names[1]}`,
		...(failures.length > 0 ? [] : sentencesOf(compared).map((line) => `  ${line}`))
	];
	const body =
		failures.length > 0
			? failures.flatMap(({ sentence, messages }) => [
					`  ${sentence}`,
					...messages.map((line) => `    ${line}`)
				])
			: differenceText(compared, options);
	const tail = ['', machineOf(report), ...(page ? [page] : [])];
	const room = options.verbose ? Infinity : Math.max(1, mostLines - head.length - tail.length);
	return [...head, ...shortened(body, room), ...tail].join('\n').concat('\n');
}

/** The difference with its context, or only the lines that changed. @param {Compared} compared @param {{ verbose: boolean }} options */
function differenceText(compared, { verbose }) {
	const lines = differenceOf(compared)?.split('\n') ?? [];
	const shown = verbose ? lines : lines.filter((line) => !/^(?: {4}| {2}\.\.\.$)/.test(line));
	return shown.length > 0 ? ['', ...shown] : [];
}

/** A code span: what stands in it is text. A line break would end it. @param {string} text */
const code = (text) => `\`${text.replaceAll(/[`\r\n]/g, ' ')}\``;

/** @param {Compared} compared @param {{ verbose: boolean }} options */
export function comparedMarkdown(compared, options) {
	const { names, report, page } = compared;
	const failures = failuresOf(compared, options);
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
		...failures.map(({ sentence, messages }) =>
			[`- ${code(sentence)}`, ...messages.map((line) => `  - ${code(line)}`)].join('\n')
		),
		...(failures.length > 0
			? []
			: [
					sentencesOf(compared)
						.map((line) => `- ${line}`)
						.join('\n')
				]),
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
	const failures = failuresOf(compared, { verbose: false });
	if (failures.length > 0) return failureStatus(failures);
	const judged = compared.versions.time?.judged;
	if (atMost !== undefined) return limitStatus([judged], atMost);
	return judged ? status.good : status.noVerdict;
}
