/** A text of an exercise without the sentences that have numbers, which could answer its question. Pure. */

const numbers =
	/\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|twenty|thirty|forty|fifty|hundred|thousand|half|halves|third|quarter|twice|double|doubles|as (?:long|fast|much|many|slow)|no (?:longer|faster|slower))\b/i;

/** What may be read before the prediction; empty if nothing remains. */
export const unspoilt = (text: string): string =>
	text
		.split(/(?<=[.!?])\s+/)
		.filter((sentence) => !numbers.test(sentence))
		.join(' ');
