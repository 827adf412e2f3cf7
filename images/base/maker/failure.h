/* What fails while a cell is made is one line on descriptor WHY, which the maker reads; it ends the process. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Descriptors of a process that becomes a cell, beside 0 to 2. */
enum { WHY = 3 };

__attribute__((noreturn)) static inline void fail(const char *what) {
	dprintf(WHY, "%s: %s", what, strerror(errno));
	_exit(127);
}

/* Writes to a file that the kernel keeps. Returns -1 and errno on failure. */
static inline int put_text(int folder, const char *path, const char *text) {
	int file = openat(folder, path, O_WRONLY | O_CLOEXEC);
	if (file < 0) return -1;
	ssize_t length = (ssize_t)strlen(text);
	ssize_t written = write(file, text, (size_t)length);
	int why = errno;
	close(file);
	errno = why;
	return written == length ? 0 : -1;
}
