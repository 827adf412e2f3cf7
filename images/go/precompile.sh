#!/bin/sh
# Compiles the standard packages of packages.txt, and package cyclelab if it is here, with one version of Go for one
# architecture, into
#
#   /made/VERSION/ARCH/<import path>.a
#   /made/VERSION/ARCH/importcfg        where the compiler finds what a learner's file may import
#   /made/VERSION/ARCH/importcfg.link   where the linker finds these and all that they import
#
# Use: precompile.sh VERSION ARCH
#
# Without debugging information: it would be 60 % of their size and of every program's, and lines are asked for in the
# learner's own functions only, where code inlined from these packages has them anyway.
set -e
version=$1 arch=$2
folder=/made/$version/$arch
public=$(grep -vx unsafe packages.txt)
mkdir -p cyclelab "$folder"
cd cyclelab
if [ -e go.mod ]; then public="cyclelab $public"; fi

export GOARCH="$arch"
: > "$folder/importcfg"
: > "$folder/importcfg.link"
# shellcheck disable=SC2086 # words
/usr/lib/go-$version/bin/go list -deps -export -gcflags=all=-dwarf=false -f '{{with .Export}}{{$.ImportPath}} {{.}}{{end}}' $public |
	while read -r path file; do
		mkdir -p "$(dirname "$folder/$path")"
		cp "$file" "$folder/$path.a"
		echo "packagefile $path=/opt/cyclelab/go/$version/$arch/$path.a" >> "$folder/importcfg.link"
	done
for path in $public; do
	grep -F "packagefile $path=" "$folder/importcfg.link" >> "$folder/importcfg"
done
