/** What participants may choose and how much they may write: apart from the schemas, for pages that do not load those. */

/** Characters of a reason and of a question. Longer texts are refused, so that nothing is cut off unnoticed. */
export const reasonCharacters = 140;
export const questionCharacters = 200;

/** How sure somebody is of a vote. */
export const confidences = ['sure', 'think', 'guess'] as const;

/** How far a participant is in the exercise they look at. */
export const steps = ['predicting', 'predicted', 'running', 'results', 'editing'] as const;
