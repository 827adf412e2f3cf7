/** Whether a text gives away the answer to a question: as a ratio in digits or words, a share, or two amounts. Pure. */
import type { Answer } from './question.ts';

/** A ratio in the text counts as the answer if the larger of both is at most this part above the smaller. */
const tolerance = 0.1;

const ones =
	'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
		' '
	);
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const valueOfWord = new Map<string, number>([
	...ones.map((word, i) => [word, i + 1] as const),
	...tens.map((word, i) => [word, 10 * (i + 2)] as const),
	['a hundred', 100],
	['a hundredfold', 100],
	['a thousand', 1000]
]);
const number = `\\d[\\d,]*(?:\\.\\d+)?|${[...valueOfWord.keys()].reverse().join('|')}`;

type Unit = { pattern: string; kind: 'time' | 'cycles' | 'instructions'; scale: number };
/** Times in seconds. Amounts of one kind have a ratio. */
const units: readonly Unit[] = [
	{ pattern: 'ns|nanoseconds?', kind: 'time', scale: 1e-9 },
	{ pattern: 'µs|us|microseconds?', kind: 'time', scale: 1e-6 },
	{ pattern: 'ms|milliseconds?', kind: 'time', scale: 1e-3 },
	{ pattern: 's|seconds?', kind: 'time', scale: 1 },
	{ pattern: 'cycles?', kind: 'cycles', scale: 1 },
	{ pattern: 'instructions?', kind: 'instructions', scale: 1 }
];
const anyUnit = units.map(({ pattern }) => pattern).join('|');
const unitOf = (word: string) =>
	units.find(({ pattern }) => new RegExp(`^(${pattern})$`, 'i').test(word));

/** Phrases that state a ratio without a number. */
const phrases: readonly (readonly [RegExp, number])[] = [
	[/\b(twice|doubles?|doubled|doubling)\b/gi, 2],
	[/\b(thrice|triples?|tripled|tripling)\b/gi, 3],
	[/\bquadruples?d?\b/gi, 4],
	[/\b(a|one) third\b/gi, 1 / 3],
	[/\b(a|one) quarter\b/gi, 1 / 4],
	[/\b(a|one) tenth\b/gi, 1 / 10],
	[/\bhalf (as|the time)\b/gi, 1 / 2],
	[
		/\b(no (slower|faster|longer)|makes no difference|the same time|equally (long|fast|slow))\b/gi,
		1
	]
];

const valueOf = (word: string) =>
	valueOfWord.get(word.toLowerCase()) ?? Number(word.replaceAll(',', ''));

const isNear = (stated: number, answer: number) =>
	Math.abs(Math.log(stated / answer)) <= Math.log(1 + tolerance);

/** `words`: the part of the text that states the ratio. */
type StatedRatio = { words: string; ratio: number };

/** Every ratio that a text states; one statement may be read as several ratios. */
function* ratiosIn(text: string): Generator<StatedRatio> {
	for (const [pattern, ratio] of phrases)
		for (const [words] of text.matchAll(pattern)) yield { words, ratio };
	const times = new RegExp(`\\b(${number})(?:\\s*×|[\\s-]+times\\b|[\\s-]*fold\\b)`, 'gi');
	for (const [words, value = ''] of text.matchAll(times)) yield { words, ratio: valueOf(value) };
	for (const [words, value = ''] of text.matchAll(/\b(\d+(?:\.\d+)?)\s?(?:%|per ?cent)/gi)) {
		const share = Number(value) / 100;
		for (const ratio of [share, 1 - share, 1 + share]) yield { words, ratio };
	}
	const against = new RegExp(
		`\\b(${number})(?:\\s(?:${anyUnit}))?\\s(?:against|instead of|versus|rather than)\\s(${number})\\b`,
		'gi'
	);
	for (const [words, a = '', b = ''] of text.matchAll(against))
		yield { words, ratio: valueOf(a) / valueOf(b) };
	yield* ratiosOfAmounts(text);
}

/**
 * The ratios of all pairs of amounts of one kind: two times, two counts of cycles, two counts of instructions. Pairs that are
 * nearly equal are left out, as they occur together without implying that anything takes equally long.
 */
function* ratiosOfAmounts(text: string): Generator<StatedRatio> {
	const amounts = [...text.matchAll(new RegExp(`\\b(${number})[\\s-](${anyUnit})\\b`, 'gi'))].map(
		([words, value = '', name = '']) => {
			const unit = unitOf(name);
			return { words, kind: unit?.kind, amount: valueOf(value) * (unit?.scale ?? NaN) };
		}
	);
	for (const [i, a] of amounts.entries())
		for (const b of amounts.slice(i + 1))
			if (a.kind === b.kind && a.amount > 0 && b.amount > 0 && !isNear(a.amount / b.amount, 1))
				// A complaint sets quotation marks around the words: the two marks within end and begin a quotation.
				yield { words: `${a.words}" and "${b.words}`, ratio: a.amount / b.amount };
}

/** The first words that state one of the answers, as the ratio or its inverse, with that answer. */
export function givenAway(text: string, answers: readonly Answer[]): StatedRatio | undefined {
	for (const { words, ratio } of ratiosIn(text)) {
		if (!(ratio > 0) || !Number.isFinite(ratio)) continue;
		const answer = answers.find(
			(answer) => isNear(ratio, answer.ratio) || isNear(1 / ratio, answer.ratio)
		);
		if (answer) return { words, ratio: answer.ratio };
	}
	return undefined;
}
