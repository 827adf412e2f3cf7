# `bash health.sh <port>`: succeeds if /healthz at this port of this container answers 200. In bash, as it runs every few
# seconds on cores that also measure: it takes 3 ms, and Node 60.
exec 3<>"/dev/tcp/127.0.0.1/$1" &&
	printf 'GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3 &&
	read -r -t 8 _ status _ <&3 &&
	[ "$status" = 200 ]
