/** What choosing a language, and with it an exercise's facts, means for what is being looked at. Pure. */
import type { Facts, Language, Runtime } from '@cyclelab/exercises/schema';
import { sourceOf } from '@cyclelab/exercises/told-in';
import { runtimeNames } from '@cyclelab/exercises/names';

/**
 * The variant of these facts that stands for one of the facts in another language: the same, else the one of the same
 * source, else the baseline.
 */
export function counterpart(facts: Facts, id: string): string {
	const endings = Object.keys(runtimeNames).map((runtime) => `-${runtime}`);
	const isOf = (variant: Facts['variants'][number]) =>
		sourceOf(variant) === id || endings.some((ending) => `${sourceOf(variant)}${ending}` === id);
	const found = facts.variants.find((one) => one.id === id) ?? facts.variants.find(isOf);
	return found?.id ?? facts.baseline;
}

/** Which of an exercise's questions is asked in a language: the language's own, or the one for all others. */
export function questionKey(facts: Facts, language: Language): Language | 'any' {
	return facts.questionIn[language] ? language : 'any';
}

/** A variant's label without the runtime that `toldIn` put behind it, and that runtime. */
export function labelParts({ label, runtime }: { label: string; runtime?: Runtime | undefined }): {
	text: string;
	runtime: string | undefined;
} {
	if (!runtime) return { text: label, runtime: undefined };
	const name = runtimeNames[runtime];
	const ending = `, ${name}`;
	return { text: label.endsWith(ending) ? label.slice(0, -ending.length) : label, runtime: name };
}
