/*
 * Rows with the machine code that CoreCLR's just-in-time compiler made of the learner's methods, read where it runs. With
 * tiered compilation off there is one version of each, so what is there at the end is what ran. Part of libcyclelab.so, and
 * not C#: CoreCLR would compile it at each start, and the emulator that counts would translate what compiles it.
 *
 * Where the code is stands in the list that CoreCLR keeps for profilers (DOTNET_PerfMapEnabled) in the folder that
 * DOTNET_PerfMapJitDumpPath names: one line for each piece, with address, size and name.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
/* Of these headers this file needs a part. */
#pragma GCC diagnostic ignored "-Wunused-function"
#include "environment.h"
#include "rows.h"

#define EXPORT CYCLELAB_CODE __attribute__((visibility("default")))

enum {
	RESULTS = 3,
	/* Bytes of code that a row carries; the runner puts rows of one method together. */
	ROW_CODE = 128,
	/* Of all rows together: the runner takes no more. */
	MOST_CODE = 65536,
	LONGEST_NAME = 120
};

/* What stands before the names of the learner's methods: the assembly's name in brackets, and a blank. */
static char mark[256];
static uint64_t starts[MOST_CODE];
static uint64_t told;

struct text {
	const char *at, *end;
};

CYCLELAB_CODE static struct text list(void) {
	char path[4096];
	struct stat about;
	const char *folder = variable("DOTNET_", "PerfMapJitDumpPath");
	snprintf(path, sizeof path, "%s/perf-%d.map", folder ? folder : ".", (int)getpid());
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0) return (struct text){NULL, NULL};
	char *at = MAP_FAILED;
	if (fstat(file, &about) == 0 && about.st_size > 0)
		at = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
	close(file);
	return at == MAP_FAILED ? (struct text){NULL, NULL} : (struct text){at, at + about.st_size};
}

CYCLELAB_CODE static uint64_t hexadecimal(struct text *text) {
	uint64_t value = 0;
	for (; text->at < text->end; text->at++) {
		char one = *text->at;
		if (one >= '0' && one <= '9') value = value * 16 + (uint64_t)(one - '0');
		else if (one >= 'a' && one <= 'f') value = value * 16 + (uint64_t)(one - 'a' + 10);
		else if (one >= 'A' && one <= 'F') value = value * 16 + (uint64_t)(one - 'A' + 10);
		else break;
	}
	return value;
}

/* A name in a JSON string: cut if long; what is not plain ASCII, and what JSON escapes, becomes a question mark. */
CYCLELAB_CODE static void row_name(struct text name) {
	for (int letters = 0; name.at < name.end && letters < LONGEST_NAME; name.at++) {
		char one = *name.at;
		/* The further bytes of a letter in UTF-8. */
		if ((one & 0xc0) == 0x80) continue;
		row_letter(one < ' ' || one > '~' || one == '"' || one == '\\' ? '?' : one);
		letters++;
	}
}

CYCLELAB_CODE static void tell(struct text name, uint64_t address, uint64_t size) {
	const unsigned char *code = (const unsigned char *)address;
	for (uint64_t done = 0; done < size; done += ROW_CODE) {
		if (!row_room()) row_flush(RESULTS);
		row_text("{\"t\":\"code\",\"method\":\"");
		row_name(name);
		row_text("\",\"at\":\"");
		row_digits(address + done, 16, 1);
		row_text("\",\"bytes\":\"");
		for (uint64_t i = done; i < size && i < done + ROW_CODE; i++) row_digits(code[i], 16, 2);
		row_text("\"}\n");
	}
}

/* The harness calls it after the last sample. */
CYCLELAB_CODE static void tellAll(void) {
	uint64_t bytes = 0;
	struct text rest = list();
	while (rest.at < rest.end) {
		/* 0x7f5f95e93280 1e uint64 [learners] Kernel::Run(uint64)[Optimized] */
		struct text line = rest;
		const char *end = memchr(rest.at, '\n', (size_t)(rest.end - rest.at));
		line.end = end ? end : rest.end;
		rest.at = end ? end + 1 : rest.end;
		const char *found = memmem(line.at, (size_t)(line.end - line.at), mark, strlen(mark));
		const char *bracket = memrchr(line.at, '[', (size_t)(line.end - line.at));
		if (!found || bracket < found + strlen(mark)) continue;
		if (line.end - line.at > 2 && line.at[1] == 'x') line.at += 2;
		uint64_t address = hexadecimal(&line);
		line.at++;
		uint64_t size = hexadecimal(&line);
		if (size > MOST_CODE - bytes || told == MOST_CODE) break;
		bytes += size;
		starts[told++] = address;
		tell((struct text){found + strlen(mark), bracket}, address, size);
	}
	row_flush(RESULTS);
}

/* The function that tells of the methods of an assembly, for `cyclelab_run`. */
EXPORT void (*cyclelab_code_of(const char *assembly))(void) {
	snprintf(mark, sizeof mark, "[%s] ", assembly);
	return tellAll;
}

/* Whether a row told of a method that begins at `address`. */
EXPORT int cyclelab_has_told(uint64_t address) {
	for (uint64_t i = 0; i < told; i++)
		if (starts[i] == address) return 1;
	return 0;
}
