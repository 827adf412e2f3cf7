/** The exercises in which a term is seen: their lesson uses and explains it, and their run shows it. Pure. */
import type { TermId } from './terms.ts';

/** By term, slugs of exercises, the best one first. Terms of the page itself are seen in every exercise and not listed. */
export const seenIn: Readonly<Partial<Record<TermId, readonly string[]>>> = {
	cycle: ['what-is-a-cycle'],
	ruler: ['what-is-a-cycle'],
	median: ['one-measurement'],
	interval: ['intervals', 'one-measurement'],
	latency: ['chains', 'what-is-a-cycle'],
	throughput: ['chains'],
	'dependency-chain': ['chains'],
	dependency: ['chains', 'store-forwarding'],
	uops: ['what-limits-a-loop'],
	ports: ['what-limits-a-loop'],
	'reorder-buffer': ['what-limits-a-loop'],
	'store-buffer': ['the-store-buffer', 'store-forwarding'],
	'branch-prediction': ['branches', 'conditional-moves'],
	misprediction: ['branches', 'conditional-moves'],
	'conditional-move': ['conditional-moves', 'binary-search'],
	vector: ['order-of-sums', 'aliasing'],
	subnormal: ['subnormals'],
	model: ['what-limits-a-loop'],
	'llvm-mca': ['what-limits-a-loop'],
	timeline: ['what-limits-a-loop', 'chains'],
	aliasing: ['aliasing', 'store-forwarding', 'four-k-aliasing'],
	'constant-adds': ['what-is-a-cycle'],
	division: ['division', 'prefetching'],
	microcode: ['subnormals'],
	fence: ['price-of-pause'],
	pause: ['price-of-pause', 'spin-and-back-off'],
	cache: ['cache-working-set', 'associativity'],
	l1: ['cache-ways', 'associativity'],
	l2: ['cache-ways', 'associativity'],
	l3: ['prefetching', 'cache-ways'],
	'cache-line': ['lines-and-pages', 'false-sharing'],
	page: ['lines-and-pages', 'huge-pages'],
	tlb: ['lines-and-pages', 'huge-pages'],
	'huge-page': ['huge-pages'],
	'false-sharing': ['false-sharing'],
	'store-forwarding': ['store-forwarding', 'the-store-buffer', 'histogram'],
	atomic: ['atomic-store', 'contended-counters'],
	ordered: ['atomic-store']
};

/** Terms seen in at least one of these exercises, in the order of the list. */
export function termsSeenIn(exercises: ReadonlySet<string>): TermId[] {
	const all = Object.entries(seenIn) as [TermId, readonly string[]][];
	return all.filter(([, slugs]) => slugs.some((slug) => exercises.has(slug))).map(([id]) => id);
}
