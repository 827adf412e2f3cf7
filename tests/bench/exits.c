/*
 * Prints a line for every thread that ends on this machine, from the kernel's taskstats (linux/taskstats.h):
 *   <thread id> <process id> <nanoseconds of processor time> <command name>
 * The first line is "ready"; "lost" means that the kernel dropped records. Needs root. Ends with its standard input.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/taskstats.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <linux/netlink.h>
#include <unistd.h>

struct message {
	struct nlmsghdr header;
	struct genlmsghdr generic;
	char attributes[256];
};

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static void ask(int socket, int family, int command, int type, const char *text)
{
	struct message message = {.generic = {.cmd = command, .version = 1}};
	struct nlattr *attribute = (struct nlattr *)message.attributes;
	attribute->nla_type = type;
	attribute->nla_len = NLA_HDRLEN + strlen(text) + 1;
	strcpy(message.attributes + NLA_HDRLEN, text);
	message.header.nlmsg_len = NLMSG_LENGTH(GENL_HDRLEN) + NLA_ALIGN(attribute->nla_len);
	message.header.nlmsg_type = family;
	message.header.nlmsg_flags = NLM_F_REQUEST;
	if (send(socket, &message, message.header.nlmsg_len, 0) < 0)
		fail("send");
}

/* The attribute of this type among those from `at` to `end`. */
static const struct nlattr *find(const char *at, const char *end, int type)
{
	while (at + NLA_HDRLEN <= end) {
		const struct nlattr *attribute = (const struct nlattr *)at;
		if (attribute->nla_len < NLA_HDRLEN)
			return NULL;
		if ((attribute->nla_type & NLA_TYPE_MASK) == type)
			return attribute;
		at += NLA_ALIGN(attribute->nla_len);
	}
	return NULL;
}

static const char *inside(const struct nlattr *attribute)
{
	return (const char *)attribute + NLA_HDRLEN;
}

static const char *attributes(const struct nlmsghdr *header)
{
	return (const char *)NLMSG_DATA(header) + GENL_HDRLEN;
}

static int familyNumber(int socket)
{
	static char buffer[1 << 16];
	ask(socket, GENL_ID_CTRL, CTRL_CMD_GETFAMILY, CTRL_ATTR_FAMILY_NAME, TASKSTATS_GENL_NAME);
	ssize_t length = recv(socket, buffer, sizeof buffer, 0);
	const struct nlattr *number =
		length > 0 ? find(attributes((void *)buffer), buffer + length, CTRL_ATTR_FAMILY_ID) : NULL;
	if (!number)
		fail("the kernel has no taskstats");
	return *(const unsigned short *)inside(number);
}

static void print(const struct nlmsghdr *header)
{
	const char *end = (const char *)header + header->nlmsg_len;
	const struct nlattr *thread = find(attributes(header), end, TASKSTATS_TYPE_AGGR_PID);
	if (!thread)
		return;
	const struct nlattr *found = find(inside(thread), (const char *)thread + thread->nla_len, TASKSTATS_TYPE_STATS);
	if (!found)
		return;
	const struct taskstats *stats = (const void *)inside(found);
	printf("%u %u %llu %.32s\n", stats->ac_pid, stats->ac_tgid, stats->cpu_run_virtual_total, stats->ac_comm);
}

int main(void)
{
	static char buffer[1 << 16];
	int socketNumber = socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC);
	int room = 16 << 20;
	setsockopt(socketNumber, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room);
	struct sockaddr_nl address = {.nl_family = AF_NETLINK};
	if (bind(socketNumber, (struct sockaddr *)&address, sizeof address))
		fail("netlink");
	char processors[32];
	snprintf(processors, sizeof processors, "0-%ld", sysconf(_SC_NPROCESSORS_CONF) - 1);
	ask(socketNumber, familyNumber(socketNumber), TASKSTATS_CMD_GET, TASKSTATS_CMD_ATTR_REGISTER_CPUMASK, processors);
	puts("ready");
	fflush(stdout);
	struct pollfd waited[] = {{.fd = 0, .events = POLLIN}, {.fd = socketNumber, .events = POLLIN}};
	while (poll(waited, 2, -1) > 0 && !waited[0].revents) {
		ssize_t length = recv(socketNumber, buffer, sizeof buffer, MSG_DONTWAIT);
		if (length < 0 && errno == ENOBUFS)
			puts("lost");
		if (length < 0)
			continue;
		int left = (int)length;
		for (struct nlmsghdr *header = (void *)buffer; NLMSG_OK(header, left); header = NLMSG_NEXT(header, left)) {
			if (header->nlmsg_type == NLMSG_ERROR && ((struct nlmsgerr *)NLMSG_DATA(header))->error)
				fail("the kernel refused");
			print(header);
		}
		fflush(stdout);
	}
	return 0;
}
