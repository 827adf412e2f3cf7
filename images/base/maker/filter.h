/*
 * The filter of system calls, from the words of runner/src/sandbox/cell-words.ts, one for each rule:
 *   openat               allowed
 *   prctl:0:ffffffff:f   allowed if argument 0, masked, has this value; the numbers are hexadecimal
 *   clone3!26            fails with this errno
 * All others fail with EPERM, as in the Docker Engine's profile. Names that the architecture lacks are left out, as there.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

enum { MOST_INSTRUCTIONS = 4096 };

static struct sock_filter instructions[MOST_INSTRUCTIONS];
static struct sock_fprog filter = {.filter = instructions};

static int add_rule(scmp_filter_ctx rules, char *word) {
	unsigned argument, why;
	unsigned long long mask, value;
	uint32_t action = SCMP_ACT_ALLOW;
	char *more = strpbrk(word, ":!");
	char how = more ? *more : 0;
	if (more) *more++ = 0;
	int number = seccomp_syscall_resolve_name(word);
	if (number == __NR_SCMP_ERROR) return 0;
	if (how == ':') {
		if (sscanf(more, "%u:%llx:%llx", &argument, &mask, &value) != 3) return -1;
		struct scmp_arg_cmp test = SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, mask, value);
		return seccomp_rule_add_array(rules, action, number, 1, &test);
	}
	if (how == '!') {
		if (sscanf(more, "%x", &why) != 1) return -1;
		action = SCMP_ACT_ERRNO(why);
	}
	return seccomp_rule_add(rules, action, number, 0);
}

/* Compiles the words to the program that every cell gets. */
static int make_filter(char **words, int count) {
	scmp_filter_ctx rules = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	if (!rules) return -1;
	seccomp_attr_set(rules, SCMP_FLTATR_CTL_OPTIMIZE, 2);
	for (int at = 0; at < count; at++)
		if (add_rule(rules, words[at])) return -1;
	int ends[2];
	if (pipe(ends)) return -1;
	/* A filter of 250 calls has some 8 KiB, and a pipe holds 64. */
	int made = seccomp_export_bpf(rules, ends[1]);
	close(ends[1]);
	ssize_t bytes = read(ends[0], instructions, sizeof instructions);
	close(ends[0]);
	seccomp_release(rules);
	filter.len = (unsigned short)(bytes / (ssize_t)sizeof *instructions);
	return made || bytes <= 0 || bytes == sizeof instructions ? -1 : 0;
}

/* Takes every capability but those in `kept` (a mask) from this process and all that it executes, and filters its calls. */
static void confine(unsigned long long kept) {
	for (int one = 0; prctl(PR_CAPBSET_READ, one, 0, 0, 0) >= 0; one++)
		if (!(kept >> one & 1) && prctl(PR_CAPBSET_DROP, one, 0, 0, 0)) fail("PR_CAPBSET_DROP");
	struct {
		unsigned version;
		int pid;
	} header = {0x20080522, 0}; /* linux/capability.h: _LINUX_CAPABILITY_VERSION_3 */
	struct {
		unsigned effective, permitted, inheritable;
	} sets[2] = {{(unsigned)kept, (unsigned)kept, 0}, {(unsigned)(kept >> 32), (unsigned)(kept >> 32), 0}};
	if (syscall(SYS_capset, &header, sets)) fail("capset");
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) fail("no_new_privs");
	if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter)) fail("seccomp");
}
