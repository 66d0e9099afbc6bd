# Functions of .ci/run and .ci/nightly. A script that sources this file prints one line for each step, the whole output
# of a step that failed, and at its end the totals of the tests.
export CI=true NO_COLOR=1

logs=$(mktemp -d)
failed=()
command -v timeout >/dev/null || timeout() { shift 2; "$@"; } # macOS has no `timeout`.

# step <name> <command> [<argument>...]: runs a command without standard input, for at most STEP_LIMIT seconds. If it
# fails, the other steps still follow.
step() {
  local name=$1 start=$SECONDS
  shift
  if timeout --kill-after=30 "${STEP_LIMIT:-1800}" "$@" </dev/null >"$logs/output" 2>&1; then
    printf 'passed %5s s  %s\n' $((SECONDS - start)) "$name"
  else
    cat "$logs/output"
    printf 'FAILED %5s s  %s\n' $((SECONDS - start)) "$name"
    failed+=("$name")
  fi
}

# tests <name> <npm arguments>...: runs vitest as a step, and adds its results to the totals.
tests() {
  local name=$1
  shift
  step "$name" "$@" -- --reporter=minimal --reporter=json --outputFile.json="$logs/$SECONDS-$RANDOM.json"
}

# With USE_SYSTEM_NODE=1, npm scripts use the system's Node (22.18 or newer) until the run ends, instead of the version
# that `npm ci` installs.
prepare() {
  if [ ! -x node_modules/.bin/vitest ]; then echo 'The dependencies are not installed, so nothing can run.' >&2; exit 1; fi
  if [ "${USE_SYSTEM_NODE:-}" = 1 ]; then mv node_modules/.bin/node node_modules/.node-of-the-clone; fi
  export PATH="$PWD/node_modules/.bin:$PATH"
  if ! node -e "import('./tools/lib/chromium.ts').then((m) => process.exit(m.chromiumPath ? 0 : 1))"; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
      step 'Chromium' bash -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium'
    else
      step 'Chromium' npx playwright install --with-deps chromium
    fi
  fi
}

# A file that cannot be loaded fails without a failed test, and counts as one failure.
totals="
let [passed, failed, skipped] = [0, 0, 0];
for (const name of fs.readdirSync(process.argv[1]).filter((name) => name.endsWith('.json'))) {
  const report = JSON.parse(fs.readFileSync(path.join(process.argv[1], name), 'utf8'));
  passed += report.numPassedTests;
  skipped += report.numPendingTests + report.numTodoTests;
  for (const { status, assertionResults } of report.testResults)
    if (status === 'failed') failed += assertionResults.filter((test) => test.status === 'failed').length || 1;
}
console.log(passed + ' passed, ' + failed + ' failed, ' + skipped + ' skipped');"

finish() {
  local status=$?
  trap - EXIT
  if [ -e node_modules/.node-of-the-clone ]; then mv node_modules/.node-of-the-clone node_modules/.bin/node; fi
  if [ ${#failed[@]} -gt 0 ]; then
    printf 'FAILED: %s\n' "${failed[@]}"
    status=1
  elif [ "$status" -ne 0 ]; then
    printf 'FAILED: the run stopped early with status %s\n' "$status"
  fi
  printf '%s s\n' "$SECONDS"
  node -e "$totals" "$logs" || echo '0 passed, 0 failed, 0 skipped'
  rm -rf "$logs"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
