/*
 * TCG plugin for qemu-user 7.2: how often every translated block was executed. One inline addition per execution (two where
 * a block ends with an instruction that may cross a page), so a count run stays within a few times the native speed, and
 * the counts of one thread are exact.
 *
 * The guest is a learner's program: it shares this process's address space, descriptors and uid. So nothing is written at
 * exit, where it could be in the way. Descriptor 0 is a file without a name, made by the supervisor
 * (images/base/supervisor/counts.go, which also reads it). It is mapped here before the guest's first instruction, then
 * closed and replaced by /dev/null; counts are added in the mapping itself. A fork adds to the same file, and neither
 * _exit, a signal nor an execve loses any. The layout below is known to counts.go too.
 *
 * The file has two halves: the counts of the first process's first thread, which calls the kernel, and those of all other threads and
 * processes, whose work would otherwise pass for the kernel's. A child process gets the second half mapped over the first.
 * qemu translates everything again when the program starts its first thread (linux-user/syscall.c, do_fork): from then on a call
 * per execution chooses the half.
 *
 * The declarations are qemu's plugin API version 1, by hand: Debian ships no header for it.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* By hand: _GNU_SOURCE would make sscanf that of glibc 2.38, and qemu's glibc is 2.36. */
extern void *mremap(void *, size_t, size_t, int flags, ...);
enum { MOVE = 1 | 2 }; /* MREMAP_MAYMOVE, MREMAP_FIXED */

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum { INLINE_ADD_U64 = 0, NO_REGISTERS = 0 };

void qemu_plugin_register_vcpu_init_cb(plugin_id, void (*)(plugin_id, unsigned vcpu));
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int operation, void *target, uint64_t value);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, void (*)(unsigned, void *), int registers, void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *, int operation, void *target, uint64_t value);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, void (*)(unsigned, void *), int registers, void *);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *);

EXPORT int qemu_plugin_version = 1;

enum { REGIONS = 64, NAME = 48 };
/* Bytes of a page, and of the longest instruction of x86. */
enum { PAGE = 4096, LONGEST = 15 };

/* Memory the guest executed code from: [from, to), and the file it was mapped from, or nothing. */
struct region {
	uint64_t from, to;
	char name[NAME];
};

struct block {
	uint64_t pc, instructions, count;
};

struct counts {
	uint64_t used, regionsUsed; /* beyond what there is room for: that many were lost */
	uint64_t threads; /* that the guest's process had, those that have ended included */
	struct region regions[REGIONS];
	struct block blocks[];
};

/* The first half, whatever the process; the half that the process's first thread adds to; that of other threads. */
static struct counts *counts, *own, *others;
static size_t half;
static uint64_t most;
static int hasThreads;
/* Our own copy of the regions' bounds. */
static uint64_t known[REGIONS][2];

static int isKnown(uint64_t pc) {
	uint64_t used = __atomic_load_n(&counts->regionsUsed, __ATOMIC_ACQUIRE);
	for (uint64_t i = 0; i < used && i < REGIONS; i++)
		if (pc >= known[i][0] && pc < known[i][1]) return 1;
	return used >= REGIONS;
}

/* The name behind the fifth blank of a line of proc(5)'s maps, without its folders. */
static void nameOf(const char *line, char *name) {
	const char *last = strrchr(line, ' ');
	const char *base = last ? strrchr(last, '/') : NULL;
	if (base) strncpy(name, base + 1, NAME - 1);
}

/* Once for each mapping that code runs from: a program without the C library has one. */
static void note(uint64_t pc, uint64_t host) {
	char line[512];
	FILE *maps = fopen("/proc/self/maps", "re");
	while (maps && fgets(line, sizeof line, maps)) {
		unsigned long from, to;
		if (sscanf(line, "%lx-%lx", &from, &to) != 2 || host < from || host >= to) continue;
		line[strcspn(line, "\n")] = 0;
		uint64_t at = __atomic_load_n(&counts->regionsUsed, __ATOMIC_RELAXED);
		if (at < REGIONS) {
			known[at][0] = pc - (host - from), known[at][1] = pc + (to - host);
			counts->regions[at].from = known[at][0], counts->regions[at].to = known[at][1];
			nameOf(line, counts->regions[at].name);
			__atomic_store_n(&counts->regionsUsed, at + 1, __ATOMIC_RELEASE);
		}
		break;
	}
	if (maps) fclose(maps);
}

/* The index of a new block, or `most` if there is no room. */
static uint64_t add(uint64_t pc, uint64_t instructions) {
	uint64_t at = __atomic_fetch_add(&counts->used, 1, __ATOMIC_RELAXED);
	if (at >= most) return most;
	counts->blocks[at].pc = pc, counts->blocks[at].instructions = instructions;
	return at;
}

static void executed(unsigned thread, void *at) { (thread ? others : own)->blocks[(uintptr_t)at].count++; }

/* qemu has a virtual processor for each thread of the guest. */
static void started(plugin_id id, unsigned thread) {
	(void)id;
	__atomic_fetch_add(&counts->threads, 1, __ATOMIC_RELAXED);
	if (thread) hasThreads = 1;
}

/* In a new process, before it executes any of the program. */
static void forked(void) {
	if (others == own) return;
	if (mremap(others, half, half, MOVE, own) != own) abort();
	others = own;
}

/*
 * Whether qemu may list this last instruction of a block and yet execute it as the first of the next block. It does with an
 * instruction of x86 that begins on one page and ends on another (target/i386/tcg/translate.c, advance_pc), and 7.2 forgets
 * to take it off the plugin's list (later versions do, in plugin_gen_tb_end). Its length is not known here.
 */
static int mayCross(uint64_t pc) { return pc % PAGE + LONGEST > PAGE; }

/* qemu translates one block at a time in a process: it holds its lock of mappings. */
static void translated(plugin_id id, struct qemu_plugin_tb *tb) {
	(void)id;
	uint64_t pc = qemu_plugin_tb_vaddr(tb), instructions = qemu_plugin_tb_n_insns(tb);
	struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(tb, instructions - 1);
	uint64_t apart = instructions > 1 && mayCross(qemu_plugin_insn_vaddr(last));
	uint64_t block = add(pc, instructions - apart);
	if (block == most) return;
	if (hasThreads) qemu_plugin_register_vcpu_tb_exec_cb(tb, executed, NO_REGISTERS, (void *)block);
	else qemu_plugin_register_vcpu_tb_exec_inline(tb, INLINE_ADD_U64, &own->blocks[block].count, 1);
	/* Such an instruction has its own count, which is added where the instruction is executed, or not at all. */
	uint64_t single = apart ? add(qemu_plugin_insn_vaddr(last), 1) : most;
	if (single != most && hasThreads) qemu_plugin_register_vcpu_insn_exec_cb(last, executed, NO_REGISTERS, (void *)single);
	else if (single != most) qemu_plugin_register_vcpu_insn_exec_inline(last, INLINE_ADD_U64, &own->blocks[single].count, 1);
	uint64_t host = (uint64_t)qemu_plugin_insn_haddr(qemu_plugin_tb_get_insn(tb, 0));
	if (!isKnown(pc)) note(pc, host);
}

static struct counts *mapHalf(off_t at) { return mmap(NULL, half, PROT_READ | PROT_WRITE, MAP_SHARED, 0, at); }

EXPORT int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv) {
	(void)info, (void)argc, (void)argv;
	struct stat about;
	if (fstat(0, &about) || !S_ISREG(about.st_mode) || (uint64_t)about.st_size < 2 * sizeof *counts) {
		fputs("count.so needs a file on descriptor 0\n", stderr);
		return -1;
	}
	half = (size_t)about.st_size / 2;
	counts = mapHalf(0), own = mapHalf(0), others = mapHalf((off_t)half);
	most = (half - sizeof *counts) / sizeof(struct block);
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (counts == MAP_FAILED || own == MAP_FAILED || others == MAP_FAILED || pthread_atfork(NULL, NULL, forked) || nothing < 0 ||
		dup2(nothing, 0) || close(nothing)) {
		perror("count.so");
		return -1;
	}
	qemu_plugin_register_vcpu_init_cb(id, started);
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}
