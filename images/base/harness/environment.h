/* Environment variables by which the runner configures the harness and passes a kernel its parameters. */
#ifndef CYCLELAB_ENVIRONMENT_H
#define CYCLELAB_ENVIRONMENT_H

#include "cal.h"
#include "cyclelab.h"

extern char **environ;

/* The text after NAME= in the environment, or NULL. `name` may have hyphens where the variable has underscores. */
CYCLELAB_CODE static const char *variable(const char *prefix, const char *name) {
	for (char **entry = environ; *entry; entry++) {
		const char *text = *entry, *wanted = prefix;
		while (*wanted && *text == *wanted) text++, wanted++;
		if (*wanted) continue;
		wanted = name;
		while (*wanted && *text == (*wanted == '-' ? '_' : *wanted)) text++, wanted++;
		if (!*wanted && *text == '=') return text + 1;
	}
	return NULL;
}

/* The number `*text` begins with, and moves `*text` behind it. */
CYCLELAB_CODE static uint64_t digits(const char **text) {
	uint64_t value = 0;
	for (; **text >= '0' && **text <= '9'; ++*text) value = value * 10 + (uint64_t)(**text - '0');
	return value;
}

CYCLELAB_CODE static uint64_t number(const char *prefix, const char *name, uint64_t fallback) {
	const char *text = variable(prefix, name);
	return !text || *text < '0' || *text > '9' ? fallback : digits(&text);
}
#endif
