#!/usr/bin/env bash
# Runs a command with MOCK_SERVICES_URL while a fake server listens: ./with-fake-server.sh npm test
set -euo pipefail

output=$(mktemp)
# Not npx, which does not pass signals on.
node_modules/.bin/mock-services-fake --port 0 --quiet > "$output" &
server=$!
trap 'kill "$server" 2> /dev/null || true; wait "$server" || true; rm "$output"' EXIT

# The program prints its URL once it listens.
until [ -s "$output" ]; do
  kill -0 "$server" 2> /dev/null || exit 1
  sleep 0.1
done

MOCK_SERVICES_URL=$(cat "$output") "$@"
