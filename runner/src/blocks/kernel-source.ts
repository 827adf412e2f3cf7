/**
 * A C program that executes blocks of machine code, each in two lengths: the difference of their times is the time of the
 * copies between, and everything around them cancels (BHive). Pure.
 *
 * Registers begin every turn with the same values, each an address on a different page and a different line. A page is mapped when
 * a block first touches it, and filled with an address of that kind, so that what a block loads can be an address, too.
 * Unlike BHive, no two pages share memory: with one physical page for all, stores would be forwarded to loads that
 * never met them (uiCA, section 5.2).
 */
import { assembly } from '../inspect/assembly.ts';
import type { CodeBlock } from './extract.ts';

/** Copies of a block in the short and in the long kernel. */
export type Copies = { short: number; long: number };

/** Instructions of the short kernel, at least: twice a large scheduler, so that the steady state lasts most of the time. */
const shortAtLeast = 128;
const copiesAtLeast = 8;

export function copiesOf({ instructions }: Pick<CodeBlock, 'instructions'>): Copies {
	const short = Math.max(copiesAtLeast, Math.ceil(shortAtLeast / instructions.length));
	return { short, long: 3 * short };
}

/** The parameter that selects a kernel: twice the block's index, and one more for the long kernel. */
export const kernelParameter = 'kernel';
export const kernelIndex = (block: number, length: keyof Copies): number =>
	2 * block + (length === 'long' ? 1 : 0);
/** Symbol of a kernel, so that a listing of the program can be compared with the block. */
export const kernelSymbol = (index: number) => `cyclelab_block_${index}`;
/** Between the preparation of the registers and the first copy. */
export const beforeCopies = 'lfence';

/** Exit codes of the program, and the reason each stands for. */
export const exits: Readonly<Record<number, string>> = {
	70: 'touches too many pages',
	71: 'touches an address that cannot be mapped',
	72: 'divides by zero or overflows',
	73: 'has an instruction that this processor lacks',
	74: 'accesses memory at an address that is not aligned for it'
};

export function kernelSource(blocks: readonly CodeBlock[]): string {
	const kernels = blocks.flatMap((block, index) => {
		const copies = copiesOf(block);
		return [
			kernelText(block, kernelIndex(index, 'short'), copies.short),
			kernelText(block, kernelIndex(index, 'long'), copies.long)
		];
	});
	const names = kernels.map((_, index) => kernelSymbol(index));
	return [
		program,
		`extern void ${names.map((name) => `${name}(uint64_t turns)`).join(', ')};`,
		`static void (*const kernels[])(uint64_t) = {${names.join(', ')}};`,
		entry,
		`__asm__(${[head, ...kernels, tail].map(quoted).join('\n')});`,
		''
	].join('\n');
}

const quoted = (lines: string) =>
	lines
		.split('\n')
		.map((line) => `"${line}\\n"`)
		.join('\n');

/** In the processor's numbering. */
export const registers = 'rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15'.split(' ');
/** What register `i` begins with: an address. They lie 64 MiB apart and on different lines of their pages. */
const value = { first: 0x1000_0200, apart: 0x0400_0000 + 192 };
export const valueOf = (register: number): number => value.first + register * value.apart;
/**
 * Address of the program's first page. Programs usually lie at 0x200000 or 0x400000: a block of one can compute an
 * address of that program's data, whose page must be free here. No register's value, times 1, 2, 4 or 8 and with
 * another register's added, is within 5 MiB of this address.
 */
export const imageBase = 0x7a00_0000;
const kept = ['rbx', 'rbp', 'r12', 'r13', 'r14', 'r15'];

const head = `.intel_syntax noprefix
.text`;
const tail = '.att_syntax';

/** Of the data that a block addresses relative to the instruction pointer. What shares a line in the program shares one here. */
const lineBytes = 64;
/** More than a block has instructions. */
const dataLines = 64;

/** A block with VEX instructions begins with whole vector registers in use, any other with their upper halves unused. */
function kernelText({ instructions }: CodeBlock, index: number, copies: number): string {
	const name = kernelSymbol(index);
	const wide = instructions.some(({ operands }) =>
		operands.some((operand) => /\b[yz]mm\d/.test(operand))
	);
	const vectors = Array.from({ length: 16 }, (_, i) =>
		wide ? `vmovaps ymm${i}, [rip + cyclelab_vector]` : `movaps xmm${i}, [rip + cyclelab_vector]`
	);
	const lines = new Map<number, number>();
	const body = instructions.map((instruction) => {
		const text = assembly(instruction, 'x86-64') ?? 'ud2';
		const { reference = 0 } = instruction;
		const line = Math.floor(reference / lineBytes);
		const at = lines.get(line) ?? lines.size;
		lines.set(line, at);
		const place = lineBytes * (at % dataLines) + (reference % lineBytes);
		return text.replace(/\[rip [+-] [0-9a-fx]+\]/, `[rip + cyclelab_data + ${place}]`);
	});
	return [
		'.p2align 6',
		`.globl ${name}`,
		`.type ${name}, @function`,
		`${name}:`,
		...kept.map((register) => `push ${register}`),
		'mov [rip + cyclelab_turns], rdi',
		'mov [rip + cyclelab_stack], rsp',
		...(wide ? [] : ['vzeroupper']),
		`.Lturn_${index}:`,
		...vectors,
		...registers.map((register, i) => `mov ${register}, [rip + cyclelab_registers + ${8 * i}]`),
		beforeCopies,
		`.rept ${copies}`,
		...body,
		'.endr',
		'dec qword ptr [rip + cyclelab_turns]',
		`jne .Lturn_${index}`,
		'mov rsp, [rip + cyclelab_stack]',
		'vzeroupper',
		...[...kept].reverse().map((register) => `pop ${register}`),
		'ret',
		`.size ${name}, . - ${name}`
	].join('\n');
}

/** Pages that a block may touch: 32 of them lie in every L1 data cache, with the stack's and the program's own. */
const mostPages = 32;

const program = `#include "cyclelab.h"
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, PAGES = ${mostPages} };

/* What is loaded is such an address, too. */
#define ADDRESS(i) (${value.first} + (i) * ${value.apart}ull)
__attribute__((used)) uint64_t cyclelab_registers[16];
__attribute__((used, aligned(4096))) uint64_t cyclelab_data[512];
__attribute__((used, aligned(64))) double cyclelab_vector[4] = {1, 1, 1, 1};
__attribute__((used, aligned(64))) uint64_t cyclelab_turns, cyclelab_stack;
static _Alignas(64) char handlerStack[32768];

static void filled(uint64_t *page) {
	for (int i = 0; i < PAGE / 8; i++) page[i] = ADDRESS(16);
}

/* Maps the page that a block touched and goes on, or ends the process with the reason. */
static void touched(int number, siginfo_t *info, void *context) {
	static int pages;
	(void)context;
	uint64_t page = (uint64_t)info->si_addr & -(uint64_t)PAGE;
	if (number == SIGFPE) _exit(72);
	if (number == SIGILL) _exit(73);
	if (number == SIGBUS) _exit(74);
	if (info->si_code != SEGV_MAPERR || page < 0x10000) _exit(71);
	if (pages++ == PAGES) _exit(70);
	void *there = mmap((void *)page, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (there != (void *)page) _exit(71);
	filled(there);
}
`;

/** FTZ and DAZ are set, so that denormal numbers do not decide. */
const entry = `
static void (*block)(uint64_t);

void setup(uint64_t seed) {
	(void)seed;
	stack_t stack = {.ss_sp = handlerStack, .ss_size = sizeof handlerStack};
	struct sigaction action = {.sa_sigaction = touched, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
	sigaltstack(&stack, NULL);
	const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
	for (int i = 0; i < 4; i++) sigaction(signals[i], &action, NULL);
	uint32_t control = 0x1f80 | 0x8040;
	__asm__ volatile("ldmxcsr %0" : : "m"(control));
	for (int i = 0; i < 16; i++) cyclelab_registers[i] = ADDRESS(i);
	filled(cyclelab_data);
	block = kernels[cyclelab_parameter("${kernelParameter}", 0)];
	block(2);
}

uint64_t kernel(uint64_t iterations) {
	block(iterations);
	return iterations;
}
`;
