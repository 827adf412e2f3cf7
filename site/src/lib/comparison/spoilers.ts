/** Whether the document's figures answer the question: the page shows such figures only after the prediction. Pure. */
import type { Facts, Place } from '@cyclelab/exercises/schema';
import { documentedAt } from '@cyclelab/runner/documented';
import { figuresFrom, figuresOf, sourcesOf } from './figures.ts';

/** One machine and runtime of the document has a figure for both places that the question compares. */
export function answersQuestion(facts: Facts): boolean {
	const { measure, of, to } = facts.question;
	const quantity = { id: measure, label: '', unit: facts.unit };
	const at = (place: Place) => ({ documented: figuresOf(documentedAt(facts, place), quantity) });
	const asked = at(to);
	return sourcesOf(facts, [at(of)]).some((source) => figuresFrom(source, asked).length > 0);
}

/** An exercise as it is shown until the learner predicts. */
export const withoutFigures = (facts: Facts): Facts => ({ ...facts, documented: [] });
