/*
 * Counts how often the observed program passes an instruction, without a stop at each pass: a stop takes some 50 us in a virtual
 * machine, and a call has up to a million passes. While a call goes on, a jump in the program's code stands at that instruction. It
 * leads to memory of our own, where a counter decreases, the displaced instructions run, and control jumps back. No flag and no
 * register changes, nor the stack, below which functions keep data. Between the watched calls, and while instructions are
 * stepped through, the code is the program's own.
 */
#include <sys/mman.h>
#include <sys/syscall.h>

/* The counter and a register lie in the page of the code that uses them. LOWEST and above: a jump reaches the program from there. */
enum { JUMP = 5, MOST_MOVED = 24, PAGE = 4096, LEFT = 2048, SAVED = LEFT + 8, LOWEST = 1 << 30, PLACES_OF_PAGE = 1 << 12, TRIES = 8 };
/* More than a call can pass. */
static const uint64_t UNLIMITED = 1ull << 62;

/* `page` is 0 where nothing is counted like that. */
static struct {
	uint64_t at, page, length;
	uint8_t code[MOST_MOVED];
} counter;

/* Both take whole words. */
static int readBytes(uint64_t from, uint8_t *bytes, uint64_t length) {
	for (uint64_t i = 0; i < length; i++) {
		errno = 0;
		uint64_t at = from + i, word = (uint64_t)ptrace(PTRACE_PEEKTEXT, pid, at & ~(uint64_t)7, 0);
		if (errno) return 0;
		bytes[i] = (uint8_t)(word >> 8 * (at & 7));
	}
	return 1;
}

static int writeBytes(uint64_t from, const void *bytes, uint64_t length) {
	for (uint64_t i = 0; i < length; i++) {
		errno = 0;
		uint64_t at = from + i, first = at & ~(uint64_t)7, shift = 8 * (at & 7);
		uint64_t word = (uint64_t)ptrace(PTRACE_PEEKTEXT, pid, first, 0);
		word = (word & ~((uint64_t)0xff << shift)) | (uint64_t)((const uint8_t *)bytes)[i] << shift;
		if (errno || ptrace(PTRACE_POKETEXT, pid, first, word)) return 0;
	}
	return 1;
}

/* Has the program, which stands at an instruction, map a page, as if it had asked the kernel itself. Returns 0 if it got none. */
static uint64_t mappedPage(void) {
	static const uint8_t call[] = {0x0f, 0x05}; /* syscall */
	uint8_t own[sizeof call];
	struct user_regs_struct before = regs;
	uint64_t page = 0;
	if (!readBytes(before.rip, own, sizeof own) || !debug(7, 0) || !writeBytes(before.rip, call, sizeof call)) return 0;
	for (int tries = 0; tries < TRIES && !page; tries++) {
		uint64_t wanted = LOWEST + below(PLACES_OF_PAGE) * PAGE;
		regs = before;
		regs.rax = SYS_mmap, regs.rdi = wanted, regs.rsi = PAGE, regs.rdx = PROT_READ | PROT_WRITE | PROT_EXEC;
		regs.r10 = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, regs.r8 = (uint64_t)-1, regs.r9 = 0;
		if (ptrace(PTRACE_SETREGS, pid, 0, &regs) || !go(PTRACE_SINGLESTEP)) report("ended");
		if (regs.rax == wanted) page = wanted;
	}
	regs = before;
	if (!writeBytes(before.rip, own, sizeof own) || ptrace(PTRACE_SETREGS, pid, 0, &regs)) report("unreachable");
	return page;
}

/* What is written to the page. */
static struct {
	uint8_t bytes[128];
	uint64_t length;
} made;

static void add(const void *bytes, uint64_t length) {
	memcpy(made.bytes + made.length, bytes, length);
	made.length += length;
}

/* An instruction that ends with the distance to `target`. */
static void addTo(const char *opcode, uint64_t length, uint64_t target) {
	add(opcode, length);
	int32_t distance = (int32_t)(target - (counter.page + made.length + sizeof distance));
	add(&distance, sizeof distance);
}

/*
 * From now on the passes of `marker` are counted so; before the first watched call. It stays as it is where that is impossible.
 * length: of the instructions there that may be moved, at least a jump's; 0: they may not
 */
static void countAt(uint64_t marker, uint64_t length) {
	if (length < JUMP || length > MOST_MOVED || marker + length >= LOWEST) return;
	counter.at = marker, counter.length = length;
	if (!readBytes(marker, counter.code, length) || !(counter.page = mappedPage())) return;
	addTo("\x48\x89\x0d", 3, counter.page + SAVED); /* mov [saved], rcx */
	addTo("\x48\x8b\x0d", 3, counter.page + LEFT);  /* mov rcx, [left] */
	add("\x48\x8d\x49\xff", 4);                     /* lea rcx, [rcx - 1] */
	addTo("\x48\x89\x0d", 3, counter.page + LEFT);  /* mov [left], rcx */
	add("\xe3\x02\xeb\x01\xcc", 5);                 /* jrcxz to the int3; jmp behind it; int3 */
	addTo("\x48\x8b\x0d", 3, counter.page + SAVED); /* mov rcx, [saved] */
	add(counter.code, length);
	addTo("\xe9", 1, marker + length);
	if (!writeBytes(counter.page, made.bytes, made.length)) counter.page = 0;
}

/* To the pass of that number, which then has not begun, or to the call's end. Returns the passes until there. */
static uint64_t countedPasses(uint64_t most) {
	uint64_t left = most, saved;
	uint8_t jump[JUMP] = {0xe9};
	int32_t distance = (int32_t)(counter.page - (counter.at + JUMP));
	memcpy(jump + 1, &distance, sizeof distance);
	if (!writeBytes(counter.page + LEFT, &left, sizeof left) || !writeBytes(counter.at, jump, JUMP) || !debug(7, STOP_RETURN))
		report("unreachable");
	if (!go(PTRACE_CONT)) report("ended");
	if (!readBytes(counter.page + LEFT, (uint8_t *)&left, sizeof left) || !readBytes(counter.page + SAVED, (uint8_t *)&saved, sizeof saved))
		report("unreachable");
	if (!writeBytes(counter.at, counter.code, JUMP)) report("unreachable");
	if (regs.rip - counter.page < PAGE) {
		regs.rip = counter.at, regs.rcx = saved;
		if (ptrace(PTRACE_SETREGS, pid, 0, &regs)) report("unreachable");
	}
	return most - left;
}
