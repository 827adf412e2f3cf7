/** A report and an exercise as text for a language model. Pure. */
import type { Exercise, Language } from '@cyclelab/exercises/schema';
import { predictionBeside } from '@cyclelab/contract/measure/prediction-beside';
import type { HotLoop } from '@cyclelab/contract/schema/code';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import { exact, printable, textOf } from '../../client/text.mjs';

/** Characters of an answer: some 10,000 tokens. */
const mostCharacters = 32_000;

/** The figures as the command line prints them, then each hot loop. @param page address of the run for people */
export function reportText(report: Report, page: string): string {
	const loops = report.variants.flatMap(loopText);
	const text = printable(
		[textOf(report, { verbose: true }), ...loops, `Page for people: ${page}`].join('\n')
	);
	return text.length <= mostCharacters
		? text
		: `${text.slice(0, mostCharacters)}\nCut here: the page has the rest, ${page}`;
}

function loopText({ id, hotLoop, predictions }: VariantReport): string[] {
	if (!hotLoop) return [];
	const prediction = predictionBeside(predictions) ?? predictions[0];
	const copies = hotLoop.copies
		? `, of ${hotLoop.copies} loops that do the same in other registers`
		: '';
	return [
		`Hot loop of ${id}, in ${hotLoop.symbol}${copies}: ${passes(hotLoop.sourceIterations)}${prediction ? `, predicted for ${prediction.model}` : ''}`,
		...hotLoop.instructions.map((instruction) => lineOf(instruction)),
		...hotLoop.badges.map(({ sentence }) => `  Note: ${sentence}`),
		''
	];
}

/** An inner loop makes several passes in an iteration. */
function passes(iterations: number): string {
	if (iterations < 1) return `${exact(1 / iterations)} passes an iteration of the source`;
	return `${exact(iterations)} ${iterations === 1 ? 'iteration' : 'iterations'} of the source a pass`;
}

function lineOf({ text, line, count }: HotLoop['instructions'][number]): string {
	const notes = [
		...(line === undefined ? [] : [`line ${line}`]),
		...(count === undefined ? [] : [`executed ${count} times`])
	];
	return `  ${text}${notes.length > 0 ? `    # ${notes.join(', ')}` : ''}`;
}

/** What an exercise is about, and its sources in a language, its first by default. */
export function exerciseText({ slug, facts, sources }: Exercise, wanted?: Language): string {
	const languages = Object.keys(sources) as Language[];
	const language = wanted !== undefined && sources[wanted] ? wanted : languages[0];
	const texts = Object.entries((language && sources[language]) ?? {});
	return [
		`${facts.title} (${slug})`,
		facts.summary,
		`Languages: ${languages.join(', ')}. Sources below: ${language}.`,
		...texts.flatMap(([variant, text]) => ['', `--- variant ${variant}`, text.trimEnd()])
	].join('\n');
}
