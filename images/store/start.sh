# Starts PostgreSQL. Where the volume is empty it makes the cluster first, under another name, so that one whose making was
# interrupted is made again.
set -eu
bin=/usr/lib/postgresql/17/bin
cluster=/var/lib/store/17
if [ ! -e "$cluster" ]; then
	for other in /var/lib/store/[0-9]*; do
		[ -e "$other" ] || continue
		echo "This volume holds data of PostgreSQL ${other##*/}, and this is PostgreSQL 17. Dump them with the image that wrote them, and restore the dump into a new volume." >&2
		exit 1
	done
	making=/var/lib/store/making
	rm -rf "$making"
	"$bin/initdb" --pgdata="$making" --username=store --auth=peer --encoding=UTF8 \
		--locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C
	printf 'create role cyclelab login;\ncreate database cyclelab owner cyclelab;\n' |
		"$bin/postgres" --single -D "$making" postgres > /tmp/made
	mv "$making" "$cluster"
fi
# Terse: details of errors quote what learners wrote.
exec "$bin/postgres" -D "$cluster" \
	-c listen_addresses= -c unix_socket_directories=/run/store \
	-c hba_file=/etc/store/pg_hba.conf -c ident_file=/etc/store/pg_ident.conf \
	-c log_error_verbosity=terse -c log_timezone=UTC
