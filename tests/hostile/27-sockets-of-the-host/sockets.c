#include "acts.h"
#include <sys/stat.h>

static void act(void) {
	static const char *const paths[] = {
		"/proc/self", "/var/run/docker.sock", "/run/docker.sock", "/run/containerd/containerd.sock", "/run/docker",
		"/run/systemd", "/run/dbus", "/run/user", "/run/secrets", "/var/run/postgresql", "/host", "/mnt/host", "/dev/mem",
		"/dev/kmsg", "/dev/kvm", "/dev/fuse", "/dev/net/tun", "/dev/vsock", "/dev/sda", "/dev/vda", "/dev/loop-control"
	};
	struct stat about;
	for (unsigned i = 0; i < (ALL ? sizeof paths / sizeof *paths : 1); i++) report(paths[i], stat(paths[i], &about));
	if (ALL) finish();
}
