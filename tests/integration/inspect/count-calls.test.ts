/** Calls of a C kernel that one count run counts apart, in real sandboxes. */
import { expect, test } from 'vitest';
import { Target } from '@cyclelab/exercises/schema';
import { toolchainOf } from '../../../runner/src/toolchains/toolchains.ts';
import {
	asked,
	callsOfThree,
	executedInCalls,
	inCalls,
	programsForAll
} from '../toolchains/programs.ts';

const { carry, inspect, program, buildOf } = programsForAll('cc', 'c');
const clang = toolchainOf('clang-22');
const flags = ['-O1', '-fno-unroll-loops'];

/** One addition through memory an iteration. */
const adds = `#include <stdint.h>
volatile uint64_t total;
uint64_t kernel(uint64_t n) {
	for (uint64_t i = 0; i < n; i++) total += 3;
	return total;
}
`;

test.for(Target.options)(
	'the iterations of each call are counted, and what the first call returns is the checksum, %s',
	async (target) => {
		const { seen, counted } = await program(
			clang,
			buildOf(clang, adds, { flags, target }),
			inCalls
		);
		const loop = counted.calls.map(({ counts }) => Math.max(...counts.values()));
		expect(loop).toEqual(callsOfThree);
		const [once = 0, ...others] = executedInCalls(counted, seen.functions);
		const [n = 0, ...lengths] = callsOfThree;
		const each = (once - (others[0] ?? 0)) / (n - (lengths[0] ?? 0));
		expect(others).toEqual(lengths.map((length) => once - (n - length) * each));
		expect(BigInt(`0x${counted.results[0]}`)).toBe(BigInt(3 * n));
	}
);

test('what only the first call does is in its counts alone', async () => {
	const source = adds.replace(
		'\tfor',
		'\tstatic int known;\n\tif (!known) {\n\t\tknown = 1;\n\t\tfor (int i = 0; i < 5000; i++) total += 1;\n\t}\n\tfor'
	);
	const { counted } = await program(clang, buildOf(clang, source, { flags }), inCalls);
	const most = counted.calls.map(({ counts }) => Math.max(...counts.values()));
	expect(most).toEqual([5000, ...callsOfThree.slice(1)]);
});

test.for(Target.options)(
	'a program that is counted starts no other program, nor do its children, %s',
	async (target) => {
		const source = `#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static char *words[] = {"/bin/true", 0};
static uint64_t tries(void) {
	uint64_t refused = 0;
	execv(words[0], words);
	refused = refused << 8 | errno;
	syscall(SYS_execveat, AT_FDCWD, words[0], words, words + 1, 0);
	refused = refused << 8 | errno;
	execv("/proc/self/exe", words);
	return refused << 8 | errno;
}
uint64_t kernel(uint64_t n) {
	int status = 0;
	if (!fork()) _exit(tries() == (EPERM << 16 | EPERM << 8 | EPERM) ? 42 : 1);
	wait(&status);
	return tries() << 8 | WEXITSTATUS(status);
}
`;
		const { counted } = await program(clang, buildOf(clang, source, { flags, target }), asked);
		expect(counted.results[0]).toBe('000000000101012a');
	}
);

test.for(Target.options)(
	'a program that is counted can read its memory map, %s',
	async (target) => {
		const source = `#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
uint64_t kernel(uint64_t n) {
	pthread_attr_t attributes;
	return n * 0 + pthread_getattr_np(pthread_self(), &attributes);
}
`;
		const { counted } = await program(clang, buildOf(clang, source, { flags, target }), asked);
		expect(counted.results[0]).toBe('0000000000000000');
	}
);

test('a program that marks calls itself is refused', async () => {
	const source = adds.replace('\treturn', '\tsyscall(0x43594c);\n\treturn');
	const build = buildOf(clang, `#include <unistd.h>\n${source}`, { flags });
	const { made, seen } = await inspect(clang, build);
	expect(await carry(clang.count(build, made, seen, inCalls))).toEqual({
		ok: false,
		failure: {
			stage: 'count',
			variant: build.variant,
			kind: 'implausible',
			bound: 'countDisturbed',
			reason: 'The program disturbed the counting of its instructions.'
		}
	});
});

test('the work of another process is named for the call during which it was done', async () => {
	const source = `#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>
uint64_t kernel(uint64_t n) {
	pid_t child = fork();
	if (child == 0) {
		for (volatile uint64_t i = 0; i < 100 * n; i++) {}
		_exit(0);
	}
	waitpid(child, 0, 0);
	return n;
}
`;
	const { counted } = await program(clang, buildOf(clang, source, { flags }), inCalls);
	const others = counted.calls.map((call) => call.others ?? 0);
	const [n = 0, ...lengths] = callsOfThree;
	const each = ((others[0] ?? 0) - (others[1] ?? 0)) / (n - (lengths[0] ?? 0));
	expect(each).toBeGreaterThan(300);
	expect((others[2] ?? 0) / (each * (lengths[1] ?? 0))).toBeCloseTo(1, 1);
});

test('processes that translate code at the same time lose no count of the kernel’s', async () => {
	const jumps = 2000;
	const source = `#include <stdint.h>
#include <unistd.h>
#define CHAIN __asm__ volatile(".rept ${jumps}\\n\\tjmp 1f\\n1:\\n\\t.endr")
__attribute__((noinline)) static void parents(void) { CHAIN; }
__attribute__((noinline)) static void childs(void) { CHAIN; }
void setup(uint64_t seed) {
	(void)seed;
	for (int i = 0; i < 4; i++)
		if (fork() == 0) {
			childs();
			_exit(0);
		}
}
uint64_t kernel(uint64_t n) {
	parents();
	return n;
}
`;
	const { seen, counted } = await program(clang, buildOf(clang, source, { flags }), inCalls);
	const chain = seen.functions.find(({ symbol }) => symbol === 'parents')?.instructions ?? [];
	const wrong = counted.calls.map(
		({ counts }) => chain.filter(({ address }) => counts.get(address) !== 1).length
	);
	expect([chain.length >= jumps, ...wrong]).toEqual([true, 0, 0, 0]);
});
