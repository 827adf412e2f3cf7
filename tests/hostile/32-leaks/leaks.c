#include "acts.h"

/* Reports whether a file can be read, and whether it is empty. */
static void peek(const char *path) {
	static char text[4096];
	int file = open(path, O_RDONLY);
	long length = file < 0 ? -1 : read(file, text, sizeof text);
	if (length == 0) dprintf(2, "%s empty\n", path);
	else report(path, length);
}

static void put(const char *path) {
	report(path, open(path, O_WRONLY));
}

static void act(void) {
	peek("/proc/self/stat");
	if (!TRY) return;
	static const char *const reads[] = {
		"/proc/cmdline", "/proc/kcore", "/proc/kallsyms", "/proc/kmsg", "/proc/keys", "/proc/sched_debug", "/proc/timer_list",
		"/proc/interrupts", "/proc/slabinfo", "/proc/vmallocinfo", "/proc/iomem", "/proc/acpi/wakeup", "/proc/scsi/scsi",
		"/sys/kernel/debug", "/sys/kernel/slab", "/sys/firmware/dmi/tables/DMI", "/sys/class/dmi/id/product_uuid",
		"/sys/module/kvm/parameters/nested", "/sys/block/vda/size", "/sys/bus/pci/devices"
	};
	static const char *const writes[] = {
		"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sysrq-trigger", "/proc/sys/vm/drop_caches",
		"/sys/fs/cgroup/release_agent", "/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/memory/memory.limit_in_bytes",
		"/sys/fs/cgroup/memory.max", "/sys/kernel/uevent_helper", "/etc/passwd", "/etc/ld.so.preload",
		"/opt/cyclelab/bin/step", "/usr/bin/clang-22"
	};
	for (unsigned i = 0; i < sizeof reads / sizeof *reads; i++) peek(reads[i]);
	for (unsigned i = 0; i < sizeof writes / sizeof *writes; i++) put(writes[i]);
	finish();
}
