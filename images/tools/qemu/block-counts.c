/*
 * How often every translated block was executed, counted by qemu-user itself: an addition in the code of each block,
 * so a count run stays within a few times the native speed, and the counts of one thread are exact. A plugin could do the same,
 * but qemu's interface for plugins keeps a record of each instruction, which took a quarter of the time to translate a program.
 *
 * The guest is a learner's program: it shares this process's address space, descriptors and uid. So nothing is written at
 * exit, where it could be in the way. Descriptor 0 is a file without a name, made by the supervisor
 * (images/base/supervisor/counts.go, which also reads it). It is mapped here before the guest's first instruction, then
 * closed and replaced by /dev/null; counts are added in the mapping itself. A fork adds to the same file, and neither
 * _exit nor a signal loses any. The layout below is known to counts.go too.
 *
 * The file begins with two areas of the same layout: the counts of the first process's first thread, which calls the kernel, and the
 * counts of all other threads and processes, whose work would otherwise pass for the kernel's. A child process gets the second
 * area mapped over the first. Behind them is what block_counts_mark copies: the counts of both areas together at each mark.
 *
 * A longer file asks for a trace as well: each block, load and store that the first thread executes between the first and the
 * second mark, the third and the fourth, and so on, is an entry of a ring, which keeps the last ones. An entry is the number of
 * a site (what was translated: a block, or an instruction's access) and the guest's address. Nothing decides at run time
 * whether to write an entry: outside of the calls `step` is 0, so that each entry overwrites the one before it.
 */
#include "qemu/osdep.h"
#include <sys/mman.h>
#include "cpu.h"
#include "tcg/tcg-op-common.h"
#include "tcg/tcg-temp-internal.h"
#include "exec/page-protection.h"
#include "exec/translation-block.h"
#include "exec/block-counts.h"

extern __thread CPUState *thread_cpu; /* linux-user/main.c */

enum { REGIONS = 64, NAME = 48, BLOCKS = 1 << 18, MARKS = 6, PAGE = 4096 };
/* A user's address has 47 bits on both architectures' processors that measure (four levels of page tables). */
enum { ADDRESS_BITS = 47, SITES = 1 << 17, ENTRIES = 1 << 21 };

/* Memory the guest executed code from: [from, to), and the file it was mapped from, or nothing. */
struct region {
	uint64_t from, to;
	char name[NAME];
};

struct block {
	uint64_t pc, instructions, count;
};

struct counts {
	uint64_t used, regionsUsed; /* begun; beyond what there is room for: that many were lost */
	uint64_t threads; /* that the guest's process had, those that have ended included */
	uint64_t marks; /* beyond MARKS: that many were lost */
	uint64_t otherWork[MARKS]; /* instructions that other threads and processes had executed at each mark */
	uint64_t entries, step; /* of the trace: entries written, those overwritten included; 1 during a call of the kernel, else 0 */
	uint64_t sites; /* begun; beyond SITES: that many were lost */
	struct region regions[REGIONS];
	struct block blocks[BLOCKS];
};

/* `pc` is of the block or of the instruction; `size`: instructions of the block, or bytes. Site 0 is a mark, site 1 of what there was no room for. */
enum site_kind { SITE_MARK, SITE_LOST, SITE_BLOCK, SITE_LOAD, SITE_STORE, SITE_FIRST = 2 };
struct site {
	uint64_t pc;
	uint32_t size, kind;
};

struct trace {
	struct site sites[SITES];
	uint64_t ring[ENTRIES];
};

enum { AREA = (sizeof(struct counts) + PAGE - 1) & -PAGE };

/* The first area, whatever the process; the area that the process's first thread adds to; the area of other threads. */
static struct counts *counts, *own, *others;
static uint64_t (*marked)[BLOCKS];
static struct trace *trace; /* NULL: nobody asked for one */
/* Of the instruction that is being translated; of the block's site, whose length is not known before its end. */
static uint64_t translating;
static uint64_t blockSite;
/* Our own copy of the regions' bounds. */
static uint64_t known[REGIONS][2];
/* Of the block that is being translated, or BLOCKS. qemu translates one block at a time in a process: it holds its lock of mappings. */
static uint64_t current;

static bool isKnown(uint64_t pc) {
	uint64_t used = counts->regionsUsed;
	for (uint64_t i = 0; i < used && i < REGIONS; i++)
		if (pc >= known[i][0] && pc < known[i][1]) return true;
	return used >= REGIONS;
}

/* The name behind the fifth blank of a line of proc(5)'s maps, without its folders. */
static void nameOf(const char *line, char *name) {
	const char *last = strrchr(line, ' ');
	const char *base = last ? strrchr(last, '/') : NULL;
	if (base) memcpy(name, base + 1, strnlen(base + 1, NAME - 1));
}

/* Once for each mapping that code runs from: a program without the C library has one. */
static void note(uint64_t pc, uint64_t host) {
	char line[512];
	FILE *maps = fopen("/proc/self/maps", "re");
	while (maps && fgets(line, sizeof line, maps)) {
		unsigned long from, to;
		if (sscanf(line, "%lx-%lx", &from, &to) != 2 || host < from || host >= to) continue;
		line[strcspn(line, "\n")] = 0;
		uint64_t at = qatomic_fetch_inc(&counts->regionsUsed);
		if (at < REGIONS) {
			known[at][0] = pc - (host - from), known[at][1] = pc + (to - host);
			counts->regions[at].from = known[at][0], counts->regions[at].to = known[at][1];
			nameOf(line, counts->regions[at].name);
		}
		break;
	}
	if (maps) fclose(maps);
}

static uint64_t newSite(uint64_t pc, uint32_t size, enum site_kind kind) {
	uint64_t site = SITE_FIRST + qatomic_fetch_inc(&counts->sites);
	if (site >= SITES) return SITE_LOST;
	trace->sites[site] = (struct site){pc, size, kind};
	return site;
}

/* Adds the code that writes an entry of the trace. `address`: NULL for none. */
static void genEntry(uint64_t site, TCGv_i64 address) {
	TCGv_ptr to = tcg_temp_ebb_new_ptr(), slot = tcg_temp_ebb_new_ptr();
	TCGv_i64 at = tcg_temp_ebb_new_i64(), value = tcg_temp_ebb_new_i64();
	tcg_gen_ld_ptr(to, tcg_env, offsetof(CPUState, neg.counted) - sizeof(CPUState));
	tcg_gen_ld_i64(at, to, offsetof(struct counts, entries));
	tcg_gen_andi_i64(value, at, ENTRIES - 1);
	tcg_gen_shli_i64(value, value, 3);
	tcg_gen_trunc_i64_ptr(slot, value);
	tcg_gen_addi_ptr(slot, slot, (intptr_t)trace->ring);
	if (address) tcg_gen_deposit_i64(value, address, tcg_constant_i64(site), ADDRESS_BITS, 64 - ADDRESS_BITS);
	else tcg_gen_movi_i64(value, site << ADDRESS_BITS);
	tcg_gen_st_i64(value, slot, 0);
	tcg_gen_ld_i64(value, to, offsetof(struct counts, step));
	tcg_gen_add_i64(at, at, value);
	tcg_gen_st_i64(at, to, offsetof(struct counts, entries));
	tcg_temp_free_i64(value);
	tcg_temp_free_i64(at);
	tcg_temp_free_ptr(slot);
	tcg_temp_free_ptr(to);
}

void block_counts_instruction(uint64_t pc) { translating = pc; }

void block_counts_access(TCGTemp *address, unsigned bytes, bool isStore) {
	if (!trace) return;
	genEntry(newSite(translating, bytes, isStore ? SITE_STORE : SITE_LOAD), temp_tcgv_i64(address));
}

/* A load and an addition in memory: `neg.counted` is where the executing thread adds. */
void block_counts_begin(void) {
	if (!counts) return;
	/* Processes that the program has forked translate for themselves, into the same file. */
	current = MIN(qatomic_fetch_inc(&counts->used), BLOCKS);
	if (current == BLOCKS) return;
	TCGv_ptr to = tcg_temp_ebb_new_ptr();
	TCGv_i64 count = tcg_temp_ebb_new_i64();
	tcg_gen_ld_ptr(to, tcg_env, offsetof(CPUState, neg.counted) - sizeof(CPUState));
	tcg_gen_ld_i64(count, to, offsetof(struct counts, blocks[current].count));
	tcg_gen_addi_i64(count, count, 1);
	tcg_gen_st_i64(count, to, offsetof(struct counts, blocks[current].count));
	tcg_temp_free_i64(count);
	tcg_temp_free_ptr(to);
	if (trace) genEntry(blockSite = newSite(0, 0, SITE_BLOCK), NULL);
}

void block_counts_end(uint64_t pc, uint64_t instructions, const void *host) {
	if (!counts || current == BLOCKS) return;
	if (trace && blockSite != SITE_LOST) trace->sites[blockSite].pc = pc, trace->sites[blockSite].size = instructions;
	counts->blocks[current].pc = pc, counts->blocks[current].instructions = instructions;
	if (!isKnown(pc)) note(pc, (uintptr_t)host);
}

void block_counts_thread(CPUState *cpu) {
	if (!counts) return;
	cpu->neg.counted = counts->threads ? others : own;
	qatomic_inc(&counts->threads);
}

bool block_counts_are_open(void) { return counts != NULL; }

bool block_counts_mark(void) {
	if (!counts) return false;
	uint64_t at = qatomic_fetch_inc(&counts->marks), work = 0;
	if (trace) {
		own->step = 0;
		trace->ring[own->entries++ & (ENTRIES - 1)] = (uint64_t)SITE_MARK << ADDRESS_BITS;
		own->step = !(at & 1);
	}
	if (at >= MARKS) return true;
	/* No other thread translates a block meanwhile. */
	mmap_lock();
	for (uint64_t i = 0, used = MIN(counts->used, BLOCKS); i < used; i++) {
		uint64_t byOthers = others->blocks[i].count;
		marked[at][i] = counts->blocks[i].count + byOthers;
		work += counts->blocks[i].instructions * byOthers;
	}
	mmap_unlock();
	counts->otherWork[at] = work;
	return true;
}

/* In a new process, before it executes any of the program. */
static void forked(void) {
	if (others == own) return;
	if (mremap(others, AREA, AREA, MREMAP_MAYMOVE | MREMAP_FIXED, own) != own) abort();
	others = own;
	thread_cpu->neg.counted = own;
}

static void *mapped(size_t at, size_t bytes) {
	return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, 0, (off_t)at);
}

void block_counts_open(void) {
	const off_t untraced = 2 * AREA + MARKS * sizeof *marked;
	struct stat about;
	if (fstat(0, &about) || !S_ISREG(about.st_mode) ||
		(about.st_size != untraced && about.st_size != untraced + (off_t)sizeof *trace)) {
		fputs("-count needs a file of its own size on descriptor 0\n", stderr);
		exit(EXIT_FAILURE);
	}
	counts = mapped(0, AREA), own = mapped(0, AREA), others = mapped(AREA, AREA);
	marked = mapped(2 * AREA, MARKS * sizeof *marked);
	if (about.st_size != untraced) trace = mapped(untraced, sizeof *trace);
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (counts == MAP_FAILED || own == MAP_FAILED || others == MAP_FAILED || marked == MAP_FAILED || trace == MAP_FAILED ||
		pthread_atfork(NULL, NULL, forked) || nothing < 0 || dup2(nothing, 0) || close(nothing)) {
		perror("-count");
		exit(EXIT_FAILURE);
	}
}
