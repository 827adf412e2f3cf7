/** Whether a text contains the answer to a question: a ratio in digits or words, a share, or two amounts of that ratio. Pure. */
import type { Answer } from './question.ts';

/** A number of the text is an answer's if it lies within this part of the answer, either way. */
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
const units: readonly (readonly [RegExp, number])[] = [
	[/^(ns|nanoseconds?)$/, 1e-9],
	[/^(µs|us|microseconds?)$/, 1e-6],
	[/^(ms|milliseconds?)$/, 1e-3],
	[/^(s|seconds?)$/, 1],
	[/^cycles?$/, 1],
	[/^instructions?$/, 1]
];
const unit =
	'ns|nanoseconds?|µs|us|microseconds?|ms|milliseconds?|s|seconds?|cycles?|instructions?';

/** Words that say a ratio by themselves. */
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

const isNear = (said: number, answer: number) =>
	Math.abs(Math.log(said / answer)) <= Math.log(1 + tolerance);

type Said = { words: string; ratio: number };

function* ratiosOf(text: string): Generator<Said> {
	for (const [pattern, ratio] of phrases)
		for (const [words] of text.matchAll(pattern)) yield { words, ratio };
	const times = new RegExp(`\\b(${number})(?:\\s*×|[\\s-]+times\\b|[\\s-]*fold\\b)`, 'gi');
	for (const [words, value = ''] of text.matchAll(times)) yield { words, ratio: valueOf(value) };
	for (const [words, value = ''] of text.matchAll(/\b(\d+(?:\.\d+)?)\s?(?:%|per ?cent)/gi)) {
		const share = Number(value) / 100;
		for (const ratio of [share, 1 - share, 1 + share]) yield { words, ratio };
	}
	const against = new RegExp(
		`\\b(${number})(?:\\s(?:${unit}))?\\s(?:against|instead of|versus|rather than)\\s(${number})\\b`,
		'gi'
	);
	for (const [words, a = '', b = ''] of text.matchAll(against))
		yield { words, ratio: valueOf(a) / valueOf(b) };
	yield* pairsOf(text);
}

/**
 * All pairs of amounts of one kind: two times, two counts of cycles, two counts of instructions. Amounts that are nearly equal
 * are left out, as they occur together without implying that anything takes equally long.
 */
function* pairsOf(text: string): Generator<Said> {
	const amounts = [...text.matchAll(new RegExp(`\\b(${number})[\\s-](${unit})\\b`, 'gi'))].map(
		([words, value = '', name = '']) => {
			const lower = name.toLowerCase();
			const scale = units.find(([pattern]) => pattern.test(lower))?.[1] ?? 1;
			const kind = /^[ci]/.test(lower) ? lower[0] : 'time';
			return { words, kind, amount: valueOf(value) * scale };
		}
	);
	for (const [i, a] of amounts.entries())
		for (const b of amounts.slice(i + 1))
			if (a.kind === b.kind && a.amount > 0 && b.amount > 0 && !isNear(a.amount / b.amount, 1))
				yield { words: `${a.words}" and "${b.words}`, ratio: a.amount / b.amount };
}

/** The first words that contain one of the answers, as the ratio or as its inverse. */
export function givenAway(text: string, answers: readonly Answer[]): Said | undefined {
	for (const { words, ratio } of ratiosOf(text)) {
		if (!(ratio > 0) || !Number.isFinite(ratio)) continue;
		const known = answers.find(
			(answer) => isNear(ratio, answer.ratio) || isNear(1 / ratio, answer.ratio)
		);
		if (known) return { words, ratio: known.ratio };
	}
	return undefined;
}
