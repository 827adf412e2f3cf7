/** What choosing a language, and with it an exercise's facts, means for what is being looked at. Pure. */
import type { AtomicForm, Facts, Runtime } from '@cyclelab/exercises/schema';
import { sourceOf } from '@cyclelab/exercises/facts-in';
import { formName, formNames } from '@cyclelab/exercises/names';

/**
 * The variant of these facts that corresponds to a variant in another language: the same id, else the same source, else
 * the baseline.
 */
export function counterpart(facts: Facts, id: string): string {
	const endings = Object.keys(formNames).map((form) => `-${form}`);
	const isOf = (variant: FactsRow) =>
		sourceOf(variant) === id || endings.some((ending) => `${sourceOf(variant)}${ending}` === id);
	const found = facts.variants.find((variant) => variant.id === id) ?? facts.variants.find(isOf);
	return found?.id ?? facts.baseline;
}

export type FactsRow = Facts['variants'][number];

/** The row of these facts with the same code as a row of another target's facts. */
export function rowOfCode(facts: Pick<Facts, 'variants'>, row: FactsRow): FactsRow | undefined {
	const isAlike = (candidate: FactsRow) =>
		sourceOf(candidate) === sourceOf(row) &&
		candidate.runtime === row.runtime &&
		(!candidate.atomics || !row.atomics || candidate.atomics === row.atomics);
	return facts.variants.find(isAlike);
}

/** A variant's label without the runtime or the form of atomics that `factsIn` put behind it, and that form. */
export function labelParts({
	label,
	...row
}: {
	label: string;
	runtime?: Runtime | undefined;
	atomics?: AtomicForm | undefined;
}): { text: string; form: string | undefined } {
	const form = formName(row);
	if (!form) return { text: label, form };
	const ending = `, ${form}`;
	return { text: label.endsWith(ending) ? label.slice(0, -ending.length) : label, form };
}
