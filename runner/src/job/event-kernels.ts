/** The kernels with which a runner finds out what events cost on its core. Portable C on Linux. */
import type { Parameters, Target } from '@cyclelab/exercises/schema';
import { defined } from '@cyclelab/contract/defined';
import type { EventCosts } from '@cyclelab/contract/schema/gateway';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import { farPages } from '../events/geometry.ts';
import { hugePages, workingSet } from './cache-kernel.ts';
import type { OwnSource } from './own-kernels.ts';

const include = '#include "cyclelab.h"\n';

const barrier = (name: string) => `__asm__ volatile("" : "+r"(${name}) : : "memory");`;

const forward: OwnSource = {
	kind: 'forward',
	source: `${include}static uint64_t places[513];
/*
 * Each load needs what the store before it has written: by the same register, which cores since Zen 2 rename as if it were a
 * register itself; with \`way\` 1 by another register; with 2 what two stores have written. With 3 it loads other bytes, 4 KiB
 * behind, which are the next load's address: so a load shows that begins again because the core took them for the stored ones. With 4 an
 * addition loads, and with 5 it stores as well: these are not renamed by all cores that rename plain loads. With 6 the register is one of vectors, which
 * no core renames, and with 7 a byte, which is extended. With 0, 1 and 7 two additions lie between
 * the load and the next store: a turn takes a cycle at least, which is longer than a renamed load.
 */
#define ADDED(x) x++; ${barrier('x')} x++; ${barrier('x')}
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 3, way = cyclelab_parameter("way", 0);
	volatile uint64_t *whole = places, *other = way == 3 ? &places[512] : places;
	volatile uint32_t *half = (volatile uint32_t *)places;
	${barrier('whole')}
	${barrier('other')}
	${barrier('half')}
	if (way == 0) for (uint64_t i = 0; i < iterations; i++) {
		*whole = x, x = *whole;
		ADDED(x)
	}
	else if (way == 1) for (uint64_t i = 0; i < iterations; i++) {
		*whole = x, x = *other;
		ADDED(x)
	}
	else if (way == 3) {
		for (*other = (uint64_t)other; iterations > 0; iterations--) *whole = iterations, other = *(volatile uint64_t *volatile *)other;
		return other == places;
	} else if (way == 4) for (uint64_t i = 0; i < iterations; i++) *whole = x, x += *whole;
	else if (way == 5) for (uint64_t i = 0; i < iterations; i++) {
		places[0] += x;
		${barrier('x')}
	} else if (way == 6) {
		volatile double *number = (volatile double *)places;
		for (uint64_t i = 0; i < iterations; i++) *number = *number;
	} else if (way == 7) {
		volatile uint8_t *byte = (volatile uint8_t *)places;
		for (uint64_t i = 0; i < iterations; i++) {
			*byte = (uint8_t)x, x = *byte;
			ADDED(x)
		}
	} else for (uint64_t i = 0; i < iterations; i++) half[0] = half[1] = (uint32_t)x, x = *whole;
	return x;
}
`
};

const branch: OwnSource = {
	kind: 'branch',
	source: `${include}/*
 * The branch goes either way at random if \`mask\` is 1, and always the same way if it is 0. A call goes on where the last one stopped:
 * predictors learn a sequence that each call begins again.
 */
uint64_t kernel(uint64_t iterations) {
	static uint64_t last = 1;
	uint64_t random = last, taken = 0, mask = cyclelab_parameter("mask", 0);
	for (uint64_t i = 0; i < iterations; i++) {
		random = random * 6364136223846793005u + 1442695040888963407u;
		if (random >> 63 & mask) {
			${barrier('taken')}
			taken++;
		}
	}
	last = random;
	return taken;
}
`
};

const pages: OwnSource = {
	kind: 'pages',
	source: `${include}#include <sys/mman.h>
struct line {
	struct line *next;
};
static struct line *here;

static uint64_t step = 4096, sets = 64;

static struct line *lineOf(char *memory, uint64_t page) {
	return (struct line *)(memory + step * page + 64 * (page % sets));
}

/*
 * A line of each page, in one random cycle (Sattolo). Pages of the smallest size. With \`sets\` 1 the lines lie 16 KiB apart, so they share one set
 * of any L1.
 */
void setup(uint64_t seed) {
	sets = cyclelab_parameter("sets", 64);
	if (sets == 1) step = 16384;
	const uint64_t count = cyclelab_parameter("pages", 1), bytes = step * count;
	char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED) __builtin_trap();
	madvise(memory, bytes, MADV_NOHUGEPAGE);
	for (uint64_t i = 0; i < count; i++) lineOf(memory, i)->next = lineOf(memory, i);
	for (uint64_t i = count - 1; i > 0; i--) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		struct line *one = lineOf(memory, i), *other = lineOf(memory, (seed >> 32) * i >> 32);
		struct line *const next = other->next;
		other->next = one->next;
		one->next = next;
	}
	here = lineOf(memory, 0);
}

uint64_t kernel(uint64_t iterations) {
	struct line *at = here;
	for (uint64_t i = 0; i < iterations; i++) {
		at = at->next;
		__asm__ volatile("" : "+r"(at));
	}
	here = at;
	return (uint64_t)at & 4095;
}
`
};

const columns: OwnSource = {
	kind: 'columns',
	source: `${include}#include <sys/mman.h>
static volatile char *memory;
static uint64_t pages, step;

/* Pages of the smallest size. */
void setup(uint64_t seed) {
	pages = cyclelab_parameter("pages", 1), step = cyclelab_parameter("step", 4096);
	const uint64_t bytes = step * pages;
	memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED) __builtin_trap();
	madvise((void *)memory, bytes, MADV_NOHUGEPAGE);
	for (uint64_t i = 0; i < pages; i++) memory[step * i] = (char)seed;
}

/* A load of each page, of which none waits for another. With a step of 4096 they go into one set of L1, and with 4160 each into the next one. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0, page = 0, at = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		sum += (uint64_t)memory[at];
		at = ++page == pages ? page = 0 : at + step;
	}
	return sum;
}
`
};

const division: OwnSource = {
	kind: 'division',
	source: `${include}/* Divisions that do not wait for each other, of 32 or 64 bits. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0, wide = 0x0123456789abcdef, by = 1021;
	uint32_t narrow = 0x12345678, narrowBy = 1021;
	if (cyclelab_parameter("bits", 32) == 64) for (uint64_t i = 0; i < iterations; i++) {
		${barrier('wide')}
		${barrier('by')}
		sum += wide / by;
	}
	else for (uint64_t i = 0; i < iterations; i++) {
		${barrier('narrow')}
		${barrier('narrowBy')}
		sum += narrow / narrowBy;
	}
	return sum;
}
`
};

const independent: OwnSource = {
	kind: 'independent',
	source: `${include}#include <sys/mman.h>
${hugePages}
static volatile char *lines;

void setup(uint64_t seed) {
	const uint64_t bytes = cyclelab_parameter("${workingSet}", 4096);
	lines = aligned(bytes);
	for (uint64_t i = 0; i < bytes; i += 64) lines[i] = (char)seed;
}

/*
 * Lines at random (Fibonacci hashing of a counter). Their addresses need no load; with \`chained\` 1 each waits for the load before. A call goes on
 * where the last one stopped.
 */
uint64_t kernel(uint64_t iterations) {
	static uint64_t next;
	const uint64_t mask = cyclelab_parameter("${workingSet}", 4096) - 64, chained = cyclelab_parameter("chained", 0);
	uint64_t i = next, sum = 0, none = 0;
	${barrier('none')}
	const uint64_t end = i + iterations;
	if (chained) for (; i < end; i++) sum = (uint64_t)lines[(i + (sum & none)) * 0x9e3779b97f4a7c15u >> 24 & mask];
	else for (; i < end; i++) sum += (uint64_t)lines[i * 0x9e3779b97f4a7c15u >> 24 & mask];
	next = i;
	return sum;
}
`
};

const streamed: OwnSource = {
	kind: 'streamed',
	source: `${include}#include <sys/mman.h>
static volatile char *lines;

/* In pages of the smallest size, as programs have them that ask for no others: prefetchers begin again with each page. */
void setup(uint64_t seed) {
	const uint64_t bytes = cyclelab_parameter("${workingSet}", 4096);
	char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED) __builtin_trap();
	madvise(memory, bytes, MADV_NOHUGEPAGE);
	lines = memory;
	for (uint64_t i = 0; i < bytes; i += 64) lines[i] = (char)seed;
}

/* A load, or a store, of each line in order: prefetchers see where it goes. A call goes on where the last one stopped. */
uint64_t kernel(uint64_t iterations) {
	static uint64_t next;
	const uint64_t mask = cyclelab_parameter("${workingSet}", 4096) - 1, stores = cyclelab_parameter("stores", 0);
	uint64_t i = next, sum = 0;
	const uint64_t end = i + iterations;
	if (stores) for (; i < end; i++) lines[i * 64 & mask] = (char)i;
	else for (; i < end; i++) sum += (uint64_t)lines[i * 64 & mask];
	next = i;
	return sum;
}
`
};

const split: OwnSource = {
	kind: 'split',
	source: `${include}static _Alignas(4096) volatile char lines[8192];

/*
 * Two loads for an iteration of which none waits for another (\`kind\` 2), two stores (1), or a load whose address is what was loaded before (0); of eight
 * bytes, which cross the border of two lines if \`offset\` is 60, and of two pages if it is 4092.
 */
uint64_t kernel(uint64_t iterations) {
	volatile uint64_t *at = (volatile uint64_t *)(lines + cyclelab_parameter("offset", 0));
	uint64_t sum = 0, other = 0, kind = cyclelab_parameter("kind", 0);
	if (kind == 2) for (uint64_t i = 0; i < iterations; i++) sum += *at, other += *at;
	else if (kind == 1) for (uint64_t i = 0; i < iterations; i++) *at = i, *at = i;
	else for (uint64_t i = 0; i < iterations; i++) sum = *(volatile uint64_t *)((volatile char *)at + sum);
	return sum + other;
}
`
};

const indexed: OwnSource = {
	kind: 'indexed',
	source: `${include}static volatile uint64_t zeros[1];

/* Each load's index is what was loaded before. */
uint64_t kernel(uint64_t iterations) {
	volatile uint64_t *at = zeros;
	uint64_t index = 0;
	${barrier('at')}
	for (uint64_t i = 0; i < iterations; i++) index = at[index];
	return index;
}
`
};

const locked: OwnSource = {
	kind: 'locked',
	source: `${include}static uint64_t place;

uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) __atomic_fetch_add(&place, 1, __ATOMIC_SEQ_CST);
	return place;
}
`
};

/** One instruction after the other. */
const repeated = (mnemonic: string): OwnSource => ({
	kind: mnemonic,
	source: `${include}uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) __asm__ volatile("${mnemonic}" : : : "memory");
	return iterations;
}
`
});

/** Lines of code that a turn of `lines` has. */
const linesOfCode = 8;

const lines: OwnSource = {
	kind: 'lines',
	source: `${include}/* The fewest instructions that fill a line of code: four of 15 bytes and one of 4. None of them does anything. */
#define LONG ".byte 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0\\n\\t"
#define LINE LONG LONG LONG LONG ".byte 0x0f, 0x1f, 0x40, 0\\n\\t"

uint64_t kernel(uint64_t iterations) {
	__asm__ volatile(".p2align 6\\n0:\\t" ${'LINE '.repeat(linesOfCode - 1)}"dec %0\\n\\tjne 0b" : "+r"(iterations) : : "cc");
	return iterations;
}
`
};

/** A kernel and the parameters that it is measured with. */
type EventKernel = {
	id: string;
	source: OwnSource;
	parameters: Parameters;
	/** Absent: on all. */
	target?: Target;
};

/** Fewer than the pages that any second-level TLB has, more than any first-level TLB has. */
const nearPages = 256;

/** A power of two beyond the caches that a core has to itself; larger ones are shared, and a part of these loads finds its line there. */
const beyondCaches = 2 ** 28;

/** Powers of two: within any L2 and beyond any L1; within any L3 and beyond any L2 but the largest (2 MiB). */
const [inSecond, inThird] = [2 ** 18, 2 ** 22];

export const eventKernels: readonly EventKernel[] = [
	{ id: 'renamed', source: forward, parameters: { way: 0 } },
	{ id: 'forwarded', source: forward, parameters: { way: 1 } },
	{ id: 'blocked', source: forward, parameters: { way: 2 } },
	{ id: 'regular', source: branch, parameters: { mask: 0 } },
	{ id: 'random', source: branch, parameters: { mask: 1 } },
	{ id: 'few-pages', source: pages, parameters: { pages: 16 } },
	{ id: 'near-pages', source: pages, parameters: { pages: nearPages } },
	{ id: 'far-pages', source: pages, parameters: { pages: farPages } },
	{ id: 'one-set', source: pages, parameters: { pages: 16, sets: 1 } },
	{ id: 'columns', source: columns, parameters: { pages: 64, step: 4096 } },
	{ id: 'each-page', source: columns, parameters: { pages: nearPages, step: 4160 } },
	{ id: 'division-32', source: division, parameters: { bits: 32 } },
	{ id: 'division-64', source: division, parameters: { bits: 64 } },
	{ id: 'independent', source: independent, parameters: { [workingSet]: beyondCaches } },
	{ id: 'chained', source: independent, parameters: { [workingSet]: beyondCaches, chained: 1 } },
	{ id: 'folded', source: forward, parameters: { way: 4 } },
	{ id: 'updated', source: forward, parameters: { way: 5 } },
	{ id: 'extended', source: forward, parameters: { way: 7 } },
	{ id: 'vector', source: forward, parameters: { way: 6 } },
	{ id: 'alias', source: forward, parameters: { way: 3 } },
	{ id: 'indexed', source: indexed, parameters: {} },
	{ id: 'locked', source: locked, parameters: {} },
	{ id: 'lines', source: lines, parameters: {}, target: 'x86-64' },
	{ id: 'paused', source: repeated('pause'), parameters: {}, target: 'x86-64' },
	{ id: 'fenced', source: repeated('mfence'), parameters: {}, target: 'x86-64' },
	...[0, 1].flatMap((stores) => [
		...[inSecond, inThird, beyondCaches].map((bytes, at) => ({
			id: `${stores ? 'stored' : 'loaded'}-${at}`,
			source: streamed,
			parameters: { [workingSet]: bytes, stores }
		}))
	]),
	...[
		{ kind: 0, id: 'loads', offsets: [0, 60] },
		{ kind: 1, id: 'stores', offsets: [0, 60, 4092] },
		{ kind: 2, id: 'apart', offsets: [60, 4092] }
	].flatMap(({ kind, id, offsets }) =>
		offsets.map((offset) => ({
			id: `${id}-at-${offset}`,
			source: split,
			parameters: { offset, kind }
		}))
	)
];

/** Half of the random branches go either way, so half are mispredicted. */
const mispredictedPart = 0.5;

const minus = (a: Interval, b: Interval): Interval => ({
	median: a.median - b.median,
	low: a.low - b.high,
	high: a.high - b.low
});

/** Cycles of an addition of two registers, on every core; and of two, one after the other. */
const addition: Interval = { median: 1, low: 1, high: 1 };
const additions: Interval = { median: 2, low: 2, high: 2 };

const divided = ({ median, low, high }: Interval, by: number): Interval => ({
	median: median / by,
	low: low / by,
	high: high / by
});

/** Of two stores or loads in an iteration. */
const half = (cost: Interval) => divided(cost, 2);

/**
 * What events cost, from the cycles of an iteration of each kernel; those that could not be measured are absent.
 * @param second cycles of a load from L2, where the lines of `far-pages` are
 */
export function eventCosts(
	measured: ReadonlyMap<string, Interval>,
	second: Interval | undefined
): EventCosts {
	const cost = (kernel: string) => measured.get(kernel);
	const [regular, random] = [cost('regular'), cost('random')];
	const [few, near, far] = [cost('few-pages'), cost('near-pages'), cost('far-pages')];
	const [parallel, chained] = [cost('independent'), cost('chained')];
	const folded = cost('folded');
	const [renamed, forwarded, extended] = [cost('renamed'), cost('forwarded'), cost('extended')];
	const [wholeLoads, splitLoads] = [cost('loads-at-0'), cost('loads-at-60')];
	const [wholeStores, splitStores] = [cost('stores-at-0'), cost('stores-at-60')];
	const byIndex = cost('indexed');
	const [apart, pagesApart] = [cost('apart-at-60'), cost('apart-at-4092')];
	const pageStores = cost('stores-at-4092');
	const codeLines = cost('lines');
	const branchCost = regular && random && minus(random, regular);
	return defined({
		folded: folded && minus(folded, addition),
		updated: cost('updated'),
		extended: extended && minus(extended, additions),
		vector: cost('vector'),
		alias: cost('alias'),
		locked: cost('locked'),
		paused: cost('paused'),
		fenced: cost('fenced'),
		loadedL2: cost('loaded-0'),
		loadedL3: cost('loaded-1'),
		loadedMemory: cost('loaded-2'),
		storedL2: cost('stored-0'),
		storedL3: cost('stored-1'),
		storedMemory: cost('stored-2'),
		splitLoad: wholeLoads && splitLoads && minus(splitLoads, wholeLoads),
		splitStore: splitStores && half(splitStores),
		splitLoads: apart && half(apart),
		pageSplitLoads: pagesApart && half(pagesApart),
		pageSplitStore: pageStores && half(pageStores),
		storedL1: wholeStores && half(wholeStores),
		// Both are of lines that are in L1 throughout; the chase's figure for L1 is of sets up to its whole size.
		indexed: few && byIndex && minus(byIndex, few),
		renamed: renamed && minus(renamed, additions),
		forwarded: forwarded && minus(forwarded, additions),
		blocked: cost('blocked'),
		misprediction: branchCost && divided(branchCost, mispredictedPart),
		tlbMiss: few && near && minus(near, few),
		pageWalk: second && far && minus(far, second),
		sameSet: cost('one-set'),
		sameSets: cost('columns'),
		tlbMisses: cost('each-page'),
		divided32: cost('division-32'),
		divided64: cost('division-64'),
		codeLine: codeLines && divided(codeLines, linesOfCode),
		// Both walk through the same lines, one soon after the other: neighbours that slow memory down slow both.
		missesInFlight: parallel &&
			chained && {
				median: chained.median / parallel.median,
				low: chained.low / parallel.high,
				high: chained.high / parallel.low
			}
	});
}
