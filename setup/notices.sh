#!/bin/bash
# The licences of Debian's packages in images, for a release: the images leave out /usr/share/doc. notices.sh <folder> <image>...
# writes <folder>/debian-copyright.tar.gz, with a file `copyright` for each package of each image, as its Debian package has it.
set -euo pipefail
folder=$(realpath "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for image in "$@"; do
	container=$(docker create "$image" none)
	docker cp "$container:/var/lib/dpkg/status" - | tar --extract --to-stdout >> "$work/status"
	echo >> "$work/status"
	docker rm "$container" > /dev/null
done
awk '/^Package: / { name = $2 } /^Version: / { print name "=" $2 }' "$work/status" | sort --unique > "$work/packages"
# A version that the mirror no longer has is taken as it is now: licences rarely change between two.
docker run --rm --network "${NOTICES_NETWORK:-bridge}" --volume "$work:/work" debian:trixie-slim bash -euc '
	cd /tmp
	apt-get update --quiet=2
	while IFS= read -r package; do
		apt-get download --quiet=2 "$package" 2> /dev/null || apt-get download --quiet=2 "${package%%=*}" ||
			{ echo "$package has no file copyright here." >&2; continue; }
		dpkg-deb --fsys-tarfile ./*.deb | tar --extract --directory /work --wildcards "./usr/share/doc/${package%%=*}*" \
			--exclude "changelog*" --exclude "NEWS*" --exclude "README*" || true
		rm -f ./*.deb
	done < /work/packages
	find /work/usr -mindepth 4 ! -type d ! -name copyright -delete
	chown -R '"$(id -u):$(id -g)"' /work'
tar --create --gzip --file "$folder/debian-copyright.tar.gz" --directory "$work" --transform 's,^usr/share/doc,debian-copyright,' usr/share/doc
echo "$(wc -l < "$work/packages") packages, $(find "$work/usr" -name copyright | wc -l) files copyright."
