#!/bin/bash
# Checks this container's own process: `healthcheck.sh /readyz` ends with 0 when it answers 200 within two seconds. Bash alone, because
# a dozen containers are asked again and again while they start, and starting Node for that takes twenty times the processor time.
set -u
exec 3<>"/dev/tcp/127.0.0.1/${METRICS_PORT:-9464}" || exit 1
printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "${1:-/healthz}" >&3
read -r -t 2 _ status _ <&3
[ "${status:-}" = 200 ]
