#include "acts.h"
#include <netdb.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <net/if.h>
#include <sys/socket.h>
#include <sys/un.h>

/* An abstract socket name: the kernel looks it up in the program's network namespace. */
static void connect_to(const char *name) {
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	strcpy(address.sun_path + 1, name);
	socklen_t length = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name);
	report(name, connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, length));
}

static void act(void) {
	int pair[2];
	report("a socket pair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
	if (!TRY) return;
	static const struct { const char *name; int family, type, protocol; } sockets[] = {
		{"TCP", AF_INET, SOCK_STREAM, 0}, {"UDP", AF_INET, SOCK_DGRAM, 0}, {"ICMP", AF_INET, SOCK_RAW, 1},
		{"ping", AF_INET, SOCK_DGRAM, 1}, {"TCP by IPv6", AF_INET6, SOCK_STREAM, 0}, {"netlink", AF_NETLINK, SOCK_RAW, 0},
		{"packets", AF_PACKET, SOCK_RAW, 0}, {"vsock", 40, SOCK_STREAM, 0}, {"cryptography", 38, SOCK_SEQPACKET, 0},
		{"bluetooth", 31, SOCK_RAW, 0}, {"XDP", 44, SOCK_RAW, 0}, {"RDS", 21, SOCK_SEQPACKET, 0}
	};
	for (unsigned i = 0; i < sizeof sockets / sizeof *sockets; i++)
		report(sockets[i].name, socket(sockets[i].family, sockets[i].type, sockets[i].protocol));
	struct addrinfo *found;
	dprintf(2, "a name %s\n", getaddrinfo("metadata.google.internal", "80", NULL, &found) ? "unknown" : "found");
	connect_to("cyclelab-hostile-host");
	struct ifreq request = {.ifr_name = "eth0"};
	report("eth0", ioctl(pair[0], SIOCGIFADDR, &request));
	finish();
}
