#!/bin/sh
# Libraries that qemu-user is linked with and does not call when it counts: disassembly, NUMA policies, asynchronous disk access,
# cryptography (`-seed` replaces its random numbers). With 14 libraries of theirs, they are most of its start. Each becomes a
# library with the symbols that qemu asks for, under their versions; a call of one ends the process.
#
# absent.sh QEMU TO: the folder with qemu's programs and `lib`; the folder for the libraries
set -eu
qemu=$1 to=$2
work=$(mktemp -d)
mkdir -p "$to"

# Of a program: the names of functions it asks for, with "@version" if they have one.
asked() { readelf --dyn-syms --wide "$1" | awk '$7 == "UND" && $4 == "FUNC" {print $8}'; }
# Of a library: the names of functions it has.
had() { readelf --dyn-syms --wide "$1" | awk '$7 != "UND" && $4 == "FUNC" {sub("@.*", "", $8); print $8}'; }

for program in "$qemu"/qemu-*; do asked "$program"; done | sort -u > "$work/asked"
for name in libcapstone.so.4 libnuma.so.1 liburing.so.2 libgnutls.so.30; do
	had "$qemu/lib/$name" | sort -u > "$work/had"
	awk 'NR == FNR {had[$1] = 1; next} {split($1, part, "@"); if (part[1] in had) print part[1], part[2]}' \
		"$work/had" "$work/asked" > "$work/functions"
	test -s "$work/functions"
	awk '{print "void " $1 "(void) {__builtin_trap();}"}' "$work/functions" > "$work/functions.c"
	awk '$2 != "" {list[$2] = list[$2] " " $1 ";"} END {for (one in list) print one " {global:" list[one] "};"}' \
		"$work/functions" > "$work/versions"
	test ! -s "$work/versions" || set -- -Wl,--version-script="$work/versions"
	test -s "$work/versions" || set --
	gcc -O1 -w -shared -fPIC -nostdlib -Wl,-soname,$name -Wl,-z,noseparate-code "$@" "$work/functions.c" -o "$to/$name"
done
rm -rf "$work"
