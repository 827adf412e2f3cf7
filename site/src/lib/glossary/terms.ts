/** Which terms the glossary has, in its order, and which term a badge is about. Pure. */

export const groups = {
	numbers: ['documented', 'predicted', 'measured', 'claim', 'ratio', 'baseline', 'iteration'],
	measuring: [
		...(['kernel', 'cycle', 'clock-read', 'ruler', 'sample', 'median', 'interval'] as const),
		...(['distribution', 'modes', 'noise-floor', 'too-noisy', 'shared-core'] as const),
		...(['meter', 'knee'] as const)
	],
	code: ['machine-code', 'hot-loop', 'executed', 'unrolling', 'representation'],
	models: [
		...(['model', 'llvm-mca', 'osaca', 'latency', 'throughput', 'uops', 'ports'] as const),
		...(['ipc', 'timeline', 'dependency', 'aliasing'] as const)
	],
	blind: [
		...(['outside-the-model', 'branch-prediction', 'path-dependent', 'short-trips'] as const),
		...(['part-of-the-kernel', 'constant-adds', 'call', 'division', 'microcode'] as const),
		...(['fence', 'system', 'pause'] as const)
	],
	memory: ['cache', 'store-forwarding', 'non-temporal', 'gather', 'atomic', 'ordered']
} as const;

export type Group = keyof typeof groups;
export type TermId = (typeof groups)[Group][number];

/** Badges whose id is not the term's. */
const others: Record<string, TermId> = {
	'assumes-l1-hits': 'cache',
	'assumes-no-aliasing': 'aliasing',
	exclusive: 'atomic',
	locked: 'atomic',
	transaction: 'atomic',
	repeated: 'microcode',
	'control-word': 'microcode'
};
const all: ReadonlySet<string> = new Set<string>(Object.values(groups).flat());
const isTerm = (id: string): id is TermId => all.has(id);

/** What to read about a badge; an exercise's own blind spots are what no model sees. */
export function termOfBadge(id: string): TermId {
	return isTerm(id) ? id : (others[id] ?? 'outside-the-model');
}

export const placeOf = (id: TermId) => `/glossary#${id}`;
