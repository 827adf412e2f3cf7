#!/bin/sh
# Makes the files of a Debian 13: systemd, control groups v2, Debian's Docker Engine, Compose, Node and npm, the user
# `learner` in the group `docker`, and the user `rootless` for a rootless engine.
# usage: system.sh FOLDER PUBLIC_SSH_KEY, as root, in a mount namespace that ends with this script.
set -eu
folder=$1
key=$2
packages='
	linux-image-cloud-amd64 initramfs-tools systemd-sysv libpam-systemd dbus-user-session openssh-server
	docker.io docker-cli docker-compose apparmor iptables nodejs npm git ca-certificates curl procps iproute2
	uidmap rootlesskit slirp4netns fuse-overlayfs'

debootstrap --variant=minbase trixie "$folder"
mount -t proc proc "$folder/proc"
mount -t sysfs sysfs "$folder/sys"
cp /etc/resolv.conf "$folder/etc/resolv.conf"
# No service may start in the chroot.
printf '#!/bin/sh\nexit 101\n' > "$folder/usr/sbin/policy-rc.d"
chmod 755 "$folder/usr/sbin/policy-rc.d"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
chroot "$folder" apt-get update -q
# shellcheck disable=SC2086 # words
chroot "$folder" apt-get install -q -y --no-install-recommends $packages
chroot "$folder" apt-get clean
rm "$folder/usr/sbin/policy-rc.d"

echo vm > "$folder/etc/hostname"
printf '127.0.0.1 localhost vm\n::1 localhost\n' > "$folder/etc/hosts"
printf '[Match]\nName=e*\n[Network]\nDHCP=ipv4\n' > "$folder/etc/systemd/network/all.network"
chroot "$folder" systemctl enable systemd-networkd ssh docker
# Nobody logs in on the console, which is a file. The virtual machine has no network to fetch from.
chroot "$folder" systemctl mask systemd-networkd-wait-online serial-getty@ttyS0 apt-daily.timer apt-daily-upgrade.timer

chroot "$folder" useradd --create-home --shell /bin/bash --groups docker learner
chroot "$folder" useradd --create-home --shell /bin/bash rootless
# A rootless engine is a service of its user, who need not be logged in.
mkdir -p "$folder/var/lib/systemd/linger"
touch "$folder/var/lib/systemd/linger/rootless"
for home in root home/learner home/rootless; do
	mkdir -p "$folder/$home/.ssh"
	cp "$key" "$folder/$home/.ssh/authorized_keys"
	chmod -R go= "$folder/$home/.ssh"
done
chroot "$folder" chown -R learner:learner /home/learner/.ssh
chroot "$folder" chown -R rootless:rootless /home/rootless/.ssh
# Else the first start makes these.
chroot "$folder" systemd-machine-id-setup
touch "$folder/etc/.updated" "$folder/var/.updated"
