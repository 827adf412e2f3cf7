/** How far predictors can be trusted: the page `/models`. */
import type { Reason } from '@cyclelab/runner/blocks/reason';
import type { Predictor } from '@cyclelab/runner/schema/blocks';

export const modelsWords = {
	heading: 'How far to trust a model',
	text: 'Runners take basic blocks from real programs (glibc, OpenSSL, SQLite, zlib, Zstandard, libstdc++ and LLVM, as Debian compiled them), measure each on their own processor, and ask every predictor for its answer. This page compares the answers with the measurements.',
	method:
		'A block is measured as a straight line of copies, in two lengths whose difference is divided by the copies between. Every address has a page of its own, and all data is in L1. A block in a loop can take another time: the front end of the processor works otherwise there. Blocks that fault, have several times or are too noisy are dropped and counted.',
	none: 'No runner has measured blocks yet. A runner with an x86-64 processor measures some each minute once it has had no job for a minute. An operator can turn that off.',
	measured: (blocks: string, since: string, until: string, runners: string) =>
		`${blocks}, measured from ${since} to ${until} by ${runners}.`,
	machine: (identity: string, microcode: string | undefined, virtualised: boolean) =>
		`${identity}, microcode ${microcode ?? 'not reported'}${virtualised ? ', in a virtual machine' : ''}.`,
	dropped: (list: string) => `Dropped, because the block: ${list}.`,
	predictors: (processor: string) => `Predictors on ${processor}`,
	predictor: 'predictor',
	mape: 'mean error',
	tau: 'Kendall’s tau',
	within: 'within 10 %',
	blocks: 'blocks',
	refused: 'refused',
	columns:
		'Mean error: the mean of |predicted − measured| / measured, in percent. Kendall’s tau: 1 if the predictor orders all blocks as the measurements do, 0 if its order is random. Below each figure is its 95 % interval, by bootstrap over blocks. Refused: the predictor has no answer for the block. “Not known”: there are fewer than 20 answers or, for tau, all of them are equal.',
	unknown: 'not known',
	ofModel: (model: string, exact: boolean) =>
		`model ${model}${exact ? '' : ', made for another processor'}`,
	boundOf: (model: string) => `by the figures of model ${model}`,
	byOwnFigures: 'by latencies and throughputs measured on this core',
	ownFigures: (id: string, blocks: string, of: string) =>
		`“${id}” needs no model: the runner measures what each form of an instruction in these blocks costs on this core, in a chain and in independent instances. The answer is the largest of the core’s width, the longest chain of registers, and what scalar units, vector units, loads and stores need. It was asked about ${blocks} of ${of} blocks: a block waits until all its forms are measured.`,
	both: (blocks: string, own: string, leader: string, leading: string) =>
		`On the ${blocks} blocks that both answered, its mean error is ${own}; that of ${leader} is ${leading}.`,
	range: (median: string, low: string, high: string) => `${median} % (${low} to ${high})`,
	figures: 'What the forms of its instructions cost on this core, cycles',
	form: 'form, and when it was measured',
	latency: 'latency',
	throughput: 'reciprocal throughput',
	noLatency: 'none',
	figuresNote: (load: string, slot: string) =>
		`In a form, r and i stand for a register and a constant, m for memory. A load takes ${load} cycles from its address to its value, and the fastest instruction ${slot} cycles. Latency “none”: no result that an instruction can wait for, or no chain that could be measured.`,
	like: (id: string) =>
		`9 of 10 measured blocks took between these parts of what ${id} predicts, by category`,
	noLike: (id: string) =>
		`How much of the time that ${id} predicts like blocks take is not known yet: no category has 50 measured blocks with an answer.`,
	category: 'category',
	between: 'measured, of the prediction',
	chart: (id: string, processor: string) => `${id}, predicted against measured on ${processor}`,
	chartSummary: (points: string, of: string) =>
		`${points} of ${of} blocks, those with the largest factor between prediction and measurement first. On the line, both are equal.`,
	chartKeys:
		'Point at a dot, or go through the blocks with the arrow keys, the farthest first. Enter or a click opens a block.',
	point: (predicted: string, measured: string, category: string, factor: string) =>
		`${predicted} cycles predicted, ${measured} measured (${factor}); ${category}.`,
	x: 'measured, cycles of a pass',
	y: 'predicted',
	worst: 'The farthest blocks',
	block: (digest: string) => `Block ${digest}`,
	from: (program: string, length: string, category: string) =>
		`From ${program}: ${length}, ${category}.`,
	took: (cycles: string, plusMinus: string, at: string) =>
		`Measured: ${cycles} ${plusMinus} cycles of a pass, on ${at}.`,
	assembly: 'Assembly',
	answers: 'Every predictor’s answer, cycles of a pass',
	answer: 'answer',
	factor: 'of the measurement',
	noSuch: 'The site does not have this block any more. Choose another one below.',
	guess: 'A guess at the reason, by the bounds',
	reasons: {
		chain: 'The measurement is near the longest chain of dependent instructions, which limits it.',
		ports:
			'The measurement is near the bound by execution ports: the busiest of them limits the block.',
		width: 'The measurement is near the number of instructions divided by the core’s width.',
		below:
			'The block is faster than the largest bound, so a figure of the model is too high for this processor: a latency, or the number of units that can execute an instruction.',
		stores:
			'The block is slower than every bound, and near what the model says if loads wait for earlier stores: store-to-load forwarding is likely.',
		prefix:
			'The block is slower than every bound, by no more than Intel’s decoders wait: an operand-size prefix changes the length of an instruction with a constant of 16 bits, which costs about three cycles whenever it is decoded.',
		above:
			'The block is slower than every bound. Something that no bound counts limits it: a failed store-to-load forwarding, a partial register, decoding or the memory subsystem.'
	} satisfies Record<Reason, string>,
	json: 'All of it as JSON',
	lines: 'All blocks of this processor with every answer (JSON, one a line)'
} as const;

/** What a row of the table adds to the predictor's id. */
export function predictorNote({ tool, model, exact }: Predictor): string {
	if (tool === 'measured') return modelsWords.byOwnFigures;
	if (tool === 'bound') return modelsWords.boundOf(model);
	return modelsWords.ofModel(model, exact);
}
