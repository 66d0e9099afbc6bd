#!/usr/bin/env bash
# Runs one scenario in each runtime, bundler and test runner that we support:
#
#   tools/matrix/run.sh              all cells (about 5 minutes)
#   tools/matrix/run.sh bun jest     some cells: the folders beside this script
#
# Packs the built packages and installs them in a copy of each cell's folder, as an application would. A cell passes if
# its `npm test` exits with 0. Needs a build, the npm registry and Chromium (CHROME_PATH, or /usr/bin/chromium).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
export PATH="$PWD/node_modules/.bin:$PATH"

cells=("$@")
[ ${#cells[@]} -gt 0 ] || cells=(node-22 node-26 bun deno workerd vite next jest)
for cell in "${cells[@]}"; do
  if [ ! -f "$here/$cell/package.json" ]; then
    echo "Unknown cell \`$cell\`. The cells are:" "$(cd "$here" && dirname -- */package.json | xargs)" >&2
    exit 2
  fi
done

work=$(mktemp -d)
fake=
cleanup() {
  if [ -n "$fake" ]; then kill "$fake" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap cleanup EXIT

for package in sdk fake-server conformance explorer cli; do
  (cd "packages/$package" && npm pack --silent --ignore-scripts --pack-destination "$work" >/dev/null)
done
esbuild "$here/scenario.mjs" --bundle --packages=external --tsconfig-raw='{}' --format=cjs --outfile="$work/scenario.cjs" --log-level=error

node packages/fake-server/dist/node/bin.js --port 0 --cors-origin '*' >"$work/fake.log" &
fake=$!
for _ in $(seq 100); do
  FAKE_URL=$(grep -oE 'http://(localhost|127\.0\.0\.1):[0-9]+' "$work/fake.log" | head -n 1 || true)
  [ -z "$FAKE_URL" ] || break
  sleep 0.1
done
export FAKE_URL

failed=()
for cell in "${cells[@]}"; do
  folder="$work/$cell" start=$SECONDS
  cp -r "$here/$cell" "$folder"
  cp "$here/scenario.mjs" "$work/scenario.cjs" "$folder"
  if (
    cd "$folder"
    timeout 5m npm install --no-audit --no-fund --no-save --loglevel=error "$work"/mock-services-*.tgz &&
      NEXT_TELEMETRY_DISABLED=1 timeout 5m npm test
  ) </dev/null >"$work/log" 2>&1; then
    echo "✓ $cell ($((SECONDS - start)) s)"
  else
    echo "✗ $cell ($((SECONDS - start)) s)"
    tail -n 40 "$work/log" | sed 's/^/    /'
    failed+=("$cell")
  fi
done
echo "$((${#cells[@]} - ${#failed[@]})) of ${#cells[@]} cells passed"
[ ${#failed[@]} -eq 0 ]
