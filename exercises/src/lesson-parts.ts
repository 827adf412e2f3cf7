/** A lesson's Markdown divided at its figures. Pure. */
import { z } from 'zod';
import type { Facts } from './facts.ts';
import { Figure, figureNames } from './figure.ts';

/** Markdown, or a figure that stands between two parts of it. */
export type LessonPart = { markdown: string } | { figure: Figure };

const directive = /^::figure\{([^{}]*)\}[ \t]*$/;
const attribute = /\s*([a-z]+)=(?:"([^"]*)"|([^\s"{}]+))(?=\s|$)/gy;
const form = 'Write ::figure{name=… key=value key="several words"} on a line of its own';

/** @throws an Error whose message says what is wrong with a directive, without the lesson's name */
export function lessonParts(markdown: string): LessonPart[] {
	const parts: LessonPart[] = [];
	let text: string[] = [];
	const end = () => {
		const between = text.join('\n').trim();
		if (between) parts.push({ markdown: between });
		text = [];
	};
	for (const line of markdown.split(/\r?\n/)) {
		if (line.startsWith('::')) {
			end();
			parts.push({ figure: figureIn(line) });
		} else text.push(line);
	}
	end();
	return parts;
}

function figureIn(line: string): Figure {
	const [, text] = directive.exec(line) ?? [];
	if (text === undefined) throw new Error(`the line “${line}” is no directive. ${form}.`);
	const found = [...text.matchAll(attribute)];
	const data = Object.fromEntries(found.map(([, key, quoted, word]) => [key, quoted ?? word]));
	if (found.map(([whole]) => whole).join('') !== text.trimEnd())
		throw new Error(`the data of “${line}” cannot be read. ${form}.`);
	if (!figureNames.some((name) => name === data.name))
		throw new Error(
			`it places the figure “${data.name ?? ''}”, which does not exist. Name one of ${figureNames.join(', ')}.`
		);
	const parsed = Figure.safeParse(data);
	if (parsed.success) return parsed.data;
	throw new Error(
		`its figure “${data.name}” lacks data, or has data that it cannot use. exercises/src/figure.ts describes them:\n${z.prettifyError(parsed.error)}`
	);
}

/** What is wrong with the figures of a lesson for the exercise it belongs to, a sentence, or undefined. */
export function checkFigures(
	figures: readonly Figure[],
	{ variants, runtimes = [], sweep }: Pick<Facts, 'variants' | 'runtimes' | 'sweep'>
): string | undefined {
	/** Where C# runs on several runtimes, the row of a variant on one of them as well. */
	const isKnown = (id: string) =>
		variants.some(
			(variant) => variant.id === id || runtimes.some((on) => `${variant.id}-${on}` === id)
		);
	for (const [i, figure] of figures.entries()) {
		const { name } = figure;
		const isRepeated = figures.findIndex((other) => other.name === name) !== i;
		if (name !== 'question' && name !== 'task' && isRepeated)
			return `it places the figure “${name}” twice. Remove one of them.`;
		const absent = variantsOf(figure).find((id) => !isKnown(id));
		if (absent !== undefined)
			return `its figure “${name}” names the variant “${absent}”, which the exercise does not have. Name one of ${variants.map(({ id }) => id).join(', ')}.`;
		if (name === 'memory-hierarchy' && sweep?.unit !== 'bytes')
			return `its figure “${name}” needs a sweep in bytes, the working sets. Give the exercise one, or remove the figure.`;
		if (name === 'shape' && (sweep?.values.length ?? 0) < 3)
			return `its figure “${name}” needs a sweep of three values at least. Give the exercise one, or remove the figure.`;
		const value = valuesOf(figure).find((size) => !sweep?.values.includes(size));
		if (value !== undefined)
			return `its figure “${name}” shows ${value}, which the exercise does not measure. Add ${value} to the sweep, or remove it.`;
	}
	return undefined;
}

/** The variants whose measurements a figure shows. */
function variantsOf(figure: Figure): string[] {
	switch (figure.name) {
		case 'chains':
			return figure.rows.map(({ variant }) => variant);
		case 'memory-hierarchy':
		case 'window':
			return [figure.chase];
		case 'timelines':
		case 'control-flow':
			return figure.variants;
		case 'address-split':
		case 'shape':
		case 'spin-rounds':
		case 'task':
			return [figure.variant];
		case 'store-buffer':
			return figure.cases.map(({ variant }) => variant);
		case 'question':
			return [figure.of, figure.to].flatMap((place) => place?.variant ?? []);
		case 'events':
			return figure.at.map(({ variant }) => variant);
		case 'reading':
		case 'lanes':
		case 'cells':
			return [];
	}
}

/** The values of the sweep that a figure shows. */
function valuesOf(figure: Figure): number[] {
	if (figure.name === 'address-split') return figure.sides;
	if (figure.name === 'question')
		return [figure.of, figure.to].flatMap((place) => Object.values(place?.parameters ?? {}));
	if (figure.name === 'events')
		return figure.at.flatMap(({ parameters }) => Object.values(parameters));
	return figure.name === 'spin-rounds' ? [figure.cores] : [];
}
