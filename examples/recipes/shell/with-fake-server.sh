#!/usr/bin/env bash
# Starts a fake server, runs a command with its URL in MOCK_SERVICES_URL, and stops the server:
#   ./with-fake-server.sh npm test
set -euo pipefail

output=$(mktemp)
# Runs the program without npx, because npx does not pass on signals.
node_modules/.bin/mock-services-fake --port 0 --quiet > "$output" &
server=$!
trap 'kill "$server" 2> /dev/null || true; wait "$server" || true; rm "$output"' EXIT

# Waits until the program is ready, which is when it prints its URL.
until [ -s "$output" ]; do
  kill -0 "$server" 2> /dev/null || exit 1
  sleep 0.1
done

MOCK_SERVICES_URL=$(cat "$output") "$@"
