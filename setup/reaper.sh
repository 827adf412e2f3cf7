# Shell: the reaper of one `npm start`. It waits until start.mjs is gone, however start.mjs ended, and ends what start.mjs
# left: process groups, then containers and the embedded PostgreSQL (reap.mjs), then the claim on the data folder. A shell,
# because it waits as long as the site runs and holds 1 MB where Node.js holds 40.
# usage: sh reaper.sh CLAIM COMMAND...    CLAIM: a file to remove at the end; COMMAND: removes containers and PostgreSQL
# Standard input is a pipe from start.mjs: "+ 123" and "- 123" for each process group, "done" when nothing is left.

# A service manager sends these to every process of the service at once, and what we wait for then is under way.
trap '' HUP INT TERM
claim=$1
shift
groups=
while read -r sign group; do
	case $sign in
	+) groups="$groups $group" ;;
	-)
		kept=
		for one in $groups; do [ "$one" = "$group" ] || kept="$kept $one"; done
		groups=$kept
		;;
	done) exit 0 ;;
	esac
done

signal() {
	alive=
	for one in $groups; do kill -s "$1" -- "-$one" 2>/dev/null && alive=yes; done
}
signal TERM
# 20 s for the site and the runner to end in order, as start.mjs gives them
tries=0
while [ -n "$alive" ] && [ $tries -lt 100 ]; do
	sleep 0.2
	tries=$((tries + 1))
	signal 0
done
signal KILL
# npm may not have installed Node.js 24 yet: then there was no runner either
[ -x "$1" ] && "$@"
rm -f "$claim"
