/** A kept run beside the same code, run now. */
import type { Target } from '@cyclelab/exercises/schema';

export const nowWords = {
	heading: 'Then and now',
	text: 'What is kept never changes. Run the same code here, now, and see today’s numbers beside it.',
	run: 'Run it here, now',
	again: 'Run it once more',
	inspects: (target: Target) =>
		`No ${target} processor is connected, so this compares the code, the counts and the models’ numbers, and measures nothing.`,
	table: 'Cycles per iteration, then and now',
	then: 'then',
	now: 'now',
	ratio: 'now / then',
	verdict: 'so it is',
	verdicts: {
		same: 'the same',
		faster: 'faster now',
		slower: 'slower now',
		unclear: 'too close to tell'
	},
	counts: (then: string, now: string) => `${then} instructions then, ${now} now`,
	machine: (then: string, now: string) => `Another machine: ${then} then, ${now} now.`,
	compiler: (then: string, now: string) => `Another compiler: ${then} then, ${now} now.`,
	mca: (then: string, now: string) => `Another llvm-mca: ${then} then, ${now} now.`,
	sameCode: 'The machine code is the same.',
	otherCode: (labels: string) => `The machine code is another one: ${labels}.`,
	whole: 'Open today’s run'
} as const;
