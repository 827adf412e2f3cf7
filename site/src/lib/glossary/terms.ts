/** Which terms the glossary has, in its order, and which term a badge is about. Pure. */

export const groups = {
	numbers: [
		'documented',
		'predicted',
		'with-events',
		'measured',
		'claim',
		'ratio',
		'baseline',
		'iteration'
	],
	measuring: [
		...(['kernel', 'cycle', 'clock-read', 'ruler', 'sample', 'median', 'interval'] as const),
		...(['distribution', 'modes', 'noise-floor', 'too-noisy', 'shared-core'] as const),
		...(['meter', 'knee'] as const)
	],
	code: ['machine-code', 'hot-loop', 'executed', 'unrolling', 'representation'],
	core: [
		...(['latency', 'throughput', 'ipc', 'dependency-chain', 'dependency', 'uops'] as const),
		...(['ports', 'reorder-buffer', 'store-buffer', 'branch-prediction'] as const),
		...(['misprediction', 'conditional-move', 'vector', 'subnormal'] as const)
	],
	models: ['model', 'llvm-mca', 'osaca', 'timeline', 'aliasing'],
	blind: [
		...(['outside-the-model', 'path-dependent', 'short-trips', 'part-of-the-kernel'] as const),
		'only-the-counter',
		...(['constant-adds', 'call', 'division', 'microcode', 'fence', 'system'] as const),
		'pause'
	],
	memory: [
		...(['cache', 'l1', 'l2', 'l3', 'cache-line', 'page', 'tlb', 'store-forwarding'] as const),
		...(['huge-page', 'non-temporal', 'gather', 'atomic', 'ordered'] as const),
		'false-sharing'
	]
} as const;

export type TermGroup = keyof typeof groups;
export type TermId = (typeof groups)[TermGroup][number];

/** A term as the glossary shows it. */
export interface Term {
	name: string;
	text: string;
	/** Where the figures in the text come from. Every text with a figure has it. */
	source?: string;
}

/** Badges whose id is not the term's. */
const others: Record<string, TermId> = {
	'assumes-l1-hits': 'cache',
	'assumes-no-aliasing': 'aliasing',
	exclusive: 'atomic',
	locked: 'atomic',
	transaction: 'atomic',
	repeated: 'microcode',
	microcoded: 'microcode',
	'control-word': 'microcode',
	'x87-stack': 'dependency-chain',
	allocates: 'interval',
	conversion: 'llvm-mca',
	'register-files': 'llvm-mca',
	'quicker-latency': 'llvm-mca',
	'slower-latency': 'llvm-mca',
	'quicker-throughput': 'llvm-mca',
	'slower-throughput': 'llvm-mca'
};
const all: ReadonlySet<string> = new Set<string>(Object.values(groups).flat());
const isTerm = (id: string): id is TermId => all.has(id);

/** The term that explains a badge. The badges that exercises declare, their blind spots, share the term `outside-the-model`. */
export function termOfBadge(id: string): TermId {
	return isTerm(id) ? id : (others[id] ?? 'outside-the-model');
}

export const placeOf = (id: TermId) => `/glossary#${id}`;
