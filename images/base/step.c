/*
 * Becomes one step: takes on its limits and its own uid, then the program. The supervisor starts it as root with the
 * descriptors 0 to 3 of the step and, on 4, a pipe: closed by a successful execve, else it carries one line that names what
 * failed. Everything that must hold for the program is done here, between fork and exec, where the supervisor (a program
 * with threads) could not.
 *
 * step UID CPU_SECONDS ADDRESS_SPACE_BYTES FILE_BYTES PROCESSES OPEN_FILES FOLDER FILE PROGRAM [ARGUMENT...]
 * FILE is what is executed, PROGRAM the name it is given.
 * The gid equals the uid. An address space of 0 means no limit. The environment is passed on as it is.
 */
#define _GNU_SOURCE
#include "become.h"
#include "refuse.h"

enum { FOLDER = 7, FILE_AT, PROGRAM };

extern char **environ;

static unsigned long long number(const char *text) {
	char *end;
	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	if (errno || end == text || *end) {
		errno = EINVAL;
		fail(text);
	}
	return value;
}

int main(int count, char **words) {
	if (fcntl(STATUS, F_SETFD, FD_CLOEXEC)) _exit(126);
	if (count <= PROGRAM) {
		errno = EINVAL;
		fail("step");
	}
	struct step step = {
		.uid = (uid_t)number(words[1]),
		.cpu_seconds = number(words[2]),
		.address_space = number(words[3]),
		.file_size = number(words[4]),
		.processes = number(words[5]),
		.open_files = number(words[6]),
		.folder = words[FOLDER],
	};
	become(&step);
	if (refuse()) fail("seccomp");
	execve(words[FILE_AT], words + PROGRAM, environ);
	fail(words[FILE_AT]);
}
