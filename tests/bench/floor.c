/*
 * The floor of the latency bench: spawns command lines one after another, without a sandbox, and prints the time of
 * each. Standard input:
 *   write PATH BYTES SIZE\n<bytes>                         writes a file of at least SIZE bytes, answers "0 0"
 *   run FOLDER ARGS VARIABLES\n(LENGTH\n<bytes>) x both    runs a program, answers "<nanoseconds> <wait status>"
 * A program runs in FOLDER and reads its file `stdin`.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static char *take(size_t length)
{
	char *bytes = malloc(length + 1);
	if (!bytes || fread(bytes, 1, length, stdin) != length)
		exit(2);
	bytes[length] = 0;
	return bytes;
}

static char **take_strings(int count)
{
	char **strings = calloc(count + 1, sizeof *strings);
	for (int i = 0; i < count; i++) {
		size_t length;
		if (scanf("%zu", &length) != 1 || getchar() != '\n')
			exit(2);
		strings[i] = take(length);
	}
	return strings;
}

static void release(char **strings)
{
	for (int i = 0; strings[i]; i++)
		free(strings[i]);
	free(strings);
}

static void write_file(const char *path, size_t length, off_t size)
{
	char *bytes = take(length);
	FILE *file = fopen(path, "w");
	if (!file || fwrite(bytes, 1, length, file) != length || fclose(file))
		exit(3);
	if (size > (off_t)length && truncate(path, size))
		exit(3);
	free(bytes);
	printf("0 0\n");
}

static void run(const char *folder, int arguments, int variables)
{
	char **argv = take_strings(arguments), **envp = take_strings(variables);
	if (chdir(folder))
		exit(4);
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "stdin", O_RDWR | O_CREAT, 0600);
	posix_spawn_file_actions_addopen(&actions, 1, "stdout", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	posix_spawn_file_actions_addopen(&actions, 2, "stderr", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	posix_spawn_file_actions_addopen(&actions, 3, "results", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	long long before = now();
	pid_t pid;
	int status = -1;
	if (!posix_spawn(&pid, argv[0], &actions, NULL, argv, envp))
		waitpid(pid, &status, 0);
	printf("%lld %d\n", now() - before, status);
	posix_spawn_file_actions_destroy(&actions);
	release(argv);
	release(envp);
}

int main(void)
{
	char word[16], path[256];
	int first, second;
	setvbuf(stdout, NULL, _IOLBF, 0);
	while (scanf(" %15s %255s %d %d", word, path, &first, &second) == 4 && getchar() == '\n') {
		if (!strcmp(word, "write"))
			write_file(path, first, second);
		else
			run(path, first, second);
	}
	return 0;
}
