/** The contents of `exercise.yaml`: its fields and the relations between them. */
import type { z } from 'zod';
import { checkFacts } from './facts-check.ts';
import { FactsShape } from './facts-shape.ts';

export * from './facts-shape.ts';

export const Facts = FactsShape.check((context) => {
	const facts = context.value;
	if (facts.claims.length === 0 && !facts.free)
		context.issues.push({
			code: 'custom',
			path: ['claims'],
			message: 'it needs one claim at least',
			input: facts.claims
		});
	for (const { path, message } of checkFacts(facts))
		context.issues.push({ code: 'custom', path, message, input: facts });
});
export type Facts = z.infer<typeof Facts>;
