/*
 * TCG plugin for qemu-user 7.2: how often every translated block was executed. One inline addition per execution,
 * so a count run stays within a few times the native speed, and the counts are exact (one guest thread).
 *
 * Argument out=FILE. FILE is written when the guest exits, not before:
 *   start <start_code> <end_code> <entry>      hexadecimal; for a -no-pie program these are its own addresses
 *   <pc> <instructions> <count>                one line per block executed, pc hexadecimal
 * Blocks overlap (a jump into the middle of one makes another), so counts are summed per instruction.
 *
 * The declarations are qemu's plugin API version 1, by hand: Debian ships no header for it.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
enum { INLINE_ADD_U64 = 0 };

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int operation, void *target, uint64_t value);
void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *);
uint64_t qemu_plugin_start_code(void);
uint64_t qemu_plugin_end_code(void);
uint64_t qemu_plugin_entry_code(void);

EXPORT int qemu_plugin_version = 1;

struct block {
	uint64_t count;
	uint64_t pc;
	size_t instructions;
	struct block *next;
};

/* Pushed to without a lock: a learner's threads may translate at the same time. */
static struct block *blocks;
static char *path;

static void translated(plugin_id id, struct qemu_plugin_tb *tb) {
	(void)id;
	struct block *block = calloc(1, sizeof *block);
	if (!block) abort();
	block->pc = qemu_plugin_tb_vaddr(tb);
	block->instructions = qemu_plugin_tb_n_insns(tb);
	qemu_plugin_register_vcpu_tb_exec_inline(tb, INLINE_ADD_U64, &block->count, 1);
	block->next = __atomic_load_n(&blocks, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&blocks, &block->next, block, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
	}
}

static void finished(plugin_id id, void *nothing) {
	(void)id, (void)nothing;
	/* The guest could have put a link in its output folder: never follow one. */
	int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
	FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
	if (!file) {
		perror(path);
		return;
	}
	fprintf(file, "start %llx %llx %llx\n", (unsigned long long)qemu_plugin_start_code(),
		(unsigned long long)qemu_plugin_end_code(), (unsigned long long)qemu_plugin_entry_code());
	for (const struct block *block = blocks; block; block = block->next)
		if (block->count)
			fprintf(file, "%llx %zu %llu\n", (unsigned long long)block->pc, block->instructions,
				(unsigned long long)block->count);
	fclose(file);
}

EXPORT int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv) {
	(void)info;
	for (int i = 0; i < argc; i++)
		if (!strncmp(argv[i], "out=", 4)) path = strdup(argv[i] + 4);
	if (!path) {
		fputs("count.so needs out=FILE\n", stderr);
		return -1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	qemu_plugin_register_atexit_cb(id, finished, NULL);
	return 0;
}
