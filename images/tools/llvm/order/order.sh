#!/bin/sh
# Lists the functions that LLVM's tools execute for a short program, in the order of their first execution: qemu-user names
# each when it translates it. Linked in this order they lie side by side, so that a process maps fewer pages.
#
# order.sh QEMU PROGRAM TRIPLE: the folder with qemu; the static program, with symbols; its architecture, which is this machine's
set -eu
qemu=$1 program=$2 triple=$3 arch=${3%%-*}
source=$(dirname "$(realpath "$0")")/loop.c
work=$(mktemp -d)
cd "$work"
case $arch in
x86_64) flags=-march=x86-64-v3 intel='-M intel' asm=-masm=intel model='--mtriple=x86_64 --mcpu=znver4' ;;
*) flags=-march=armv8-a intel='' asm='' model='--mtriple=aarch64 --mcpu=neoverse-v2' ;;
esac

# tool NAME ARGUMENT...: executes the program under a tool's name.
tool() {
	name=$1
	shift
	"$qemu/qemu-$arch" -cpu max -d in_asm -D log -0 "$name" "$program" "$@"
	sed -n 's/^IN: //p' log >> executed
}

tool cyclelab-llvm --serve < /dev/null > ready
tool clang --target="$triple" -O2 -g $flags -fno-pie -c "$source" -o loop.o
tool ld.lld -static -e kernel -o loop.elf loop.o
tool llvm-objdump -d --no-show-raw-insn --no-leading-headers $intel --section=.text loop.elf > listing
sed -n 's/^ *\([0-9a-f]*\):.*/0x\1/p' listing > addresses
tool llvm-symbolizer --inlines --output-style=JSON -e loop.elf < addresses > lines
tool clang --target="$triple" -O2 $flags $asm -S "$source" -o loop.s
tool llvm-mca $model --json --iterations=20 loop.s > prediction 2> warnings
tool clang++ --target="$triple" -x c++ -O2 -g $flags -fno-pie -c "$source" -o loop.o
grep -q '"kernel"' lines && grep -q TotalCycles prediction
awk 'NF && !seen[$1]++ {print $1}' executed
rm -rf "$work"
