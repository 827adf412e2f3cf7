/** What llvm-mca and OSACA say about a loop. */
import type { Like } from './like.ts';
import type { Prediction, SecondOpinion } from '@cyclelab/runner/schema/prediction';

export const modelWords = {
	badgesHeading: 'What the model cannot see here',
	modelsHeading: 'What the models say',
	model: 'model',
	askedAs: 'asked as',
	noAliasing: 'no aliasing assumed',
	aliasing: 'aliasing assumed',
	cyclesPerIteration: 'cycles per iteration',
	thisProcessor: 'this processor',
	exact: 'exact model',
	standsIn: (model: string, mcpu: string) =>
		`LLVM has no model of ${mcpu}; its ${model} model stands in for it`,
	standsInShort: 'stands in',
	refused: 'no number',
	notAsked: 'not asked',
	modelsNote:
		'llvm-mca assumes that no load waits for an earlier store. The column “aliasing assumed” drops that assumption.',
	older: (llvm: string) => `no aliasing, llvm-mca ${llvm}`,
	olderModel: (model: string) => `${model} model`,
	olderNote: (llvm: string) =>
		`The figures of llvm-mca ${llvm} stand beside them, since models change from version to version; nothing is judged by them.`,
	copiesNote: (llvm: string) =>
		`In its models of Zen 3 and Zen 4, llvm-mca has an error: a register that a move filled changes with the register it was copied from. This site’s newer llvm-mca is corrected; llvm-mca ${llvm} and the llvm-mca of other sites are not.`,
	mainModel: (model: string) => `Figures per instruction: ${model} model, in cycles.`,
	like: ({ predictor, processor, category }: Like, low: string, high: string, blocks: string) =>
		`On ${processor}, 9 of 10 measured blocks of real programs of this loop’s kind (${category}, ${blocks} blocks) took between ${low} and ${high} of what ${predictor} predicts.`,
	likeMore: 'How far to trust a model',
	secondOpinion: 'Second opinion',
	opinion: ({ version, architecture, exact }: SecondOpinion) =>
		`OSACA ${version}, its ${architecture} model${exact ? '' : ', not the measuring processor’s own'}`,
	opinionParts: (ports: string, chain: string) =>
		`the busiest port needs ${ports}, the longest chain from pass to pass ${chain} cycles a pass`,
	timelineHeading: 'Cycle by cycle, in the model',
	timelineMissing: 'The timeline could not be loaded. Check the connection and reload the page.',
	timelineText: (model: string) =>
		`The first passes through the loop as llvm-mca simulates them with its ${model} model, from the cycle of the first dispatch.`,
	timelineRow: (dispatched: number, issued: number, executed: number, retired: number) =>
		issued === executed && dispatched === executed
			? `dispatched in cycle ${dispatched}, needs no execution, retired in ${retired}`
			: `dispatched in cycle ${dispatched}, executes from ${issued} to ${executed}, retired in ${retired}`,
	timelineMarks: {
		dispatched: 'dispatched',
		waiting: 'waits for operands or a free unit',
		executing: 'executes',
		executed: 'result there',
		retiring: 'waits to retire in order',
		retired: 'retired'
	},
	timelineCut: (passes: string) => `Shown: ${passes}.`,
	timelineLegend: 'What the letters mean',
	pass: 'pass',
	passes: 'passes',
	cycle: 'cycle',
	bottlenecksHeading: 'What limits the loop, in llvm-mca’s words'
} as const;

/** "Znver4 model, standing in for znver5". */
export function modelName(prediction: Prediction): string {
	return prediction.exact ? prediction.model : `${prediction.model} for ${prediction.mcpu}`;
}
