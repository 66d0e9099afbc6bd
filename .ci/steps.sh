# Shared functions of .ci/run and .ci/nightly. A script that sources this file prints
# the failed tests and the test totals when it exits.
export CI=true

reports=$(mktemp -d)
passed=0
failed=()

# limited <command> [<argument>...]: ends a command after STEP_LIMIT seconds. GNU's `timeout` is missing on macOS, where
# Perl's alarm ends the command, but not the programs that it started.
limited() {
  local seconds=${STEP_LIMIT:-900}
  if command -v timeout >/dev/null; then timeout --kill-after=30 "$seconds" "$@"
  else perl -e 'alarm shift; exec @ARGV' "$seconds" "$@"; fi
}

# step <name> <command> [<argument>...]: runs a command without standard input, and records whether it failed. A command
# that hangs is ended, so that the other steps and the totals still follow.
step() {
  local name=$1 start=$SECONDS
  shift
  printf '\n==> %s\n' "$name"
  if limited "$@" </dev/null; then
    passed=$((passed + 1))
    printf '<== %s: passed in %s s\n' "$name" $((SECONDS - start))
  else
    printf '<== %s: FAILED after %s s\n' "$name" $((SECONDS - start))
    failed+=("$name")
  fi
}

# tests <name> <npm arguments>...: runs vitest as a step and adds its results to the totals.
tests() {
  local name=$1
  shift
  step "$name" "$@" -- --reporter=default --reporter=json --outputFile.json="$reports/${#failed[@]}-$SECONDS.json"
}

# After `npm ci`: adds the installed programs to PATH, and installs Chromium if it is missing. With USE_SYSTEM_NODE=1, npm
# scripts use the system's Node (22.18 or newer) until the run ends, instead of the version that `npm ci` installs.
prepare() {
  if [ ! -x node_modules/.bin/vitest ]; then echo 'The dependencies are not installed, so nothing can run.' >&2; exit 1; fi
  if [ "${USE_SYSTEM_NODE:-}" = 1 ]; then mv node_modules/.bin/node node_modules/.node-of-the-clone; fi
  export PATH="$PWD/node_modules/.bin:$PATH"
  node --version
  if ! node -e "import('./tools/lib/chromium.ts').then((m) => process.exit(m.chromiumPath ? 0 : 1))"; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
      apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null
    else
      npx playwright install --with-deps chromium
    fi
  fi
}

finish() {
  local status=$?
  trap - EXIT
  if [ -e node_modules/.node-of-the-clone ]; then mv node_modules/.node-of-the-clone node_modules/.bin/node; fi
  if [ ${#failed[@]} -gt 0 ]; then
    printf '\nFAILED: %s' "${failed[@]}"
    status=1
  elif [ "$status" -ne 0 ]; then
    printf '\nFAILED: the run stopped early with status %s' "$status"
  fi
  printf '\n%s steps passed, %s failed, in %s s. The tests of these steps:\n' "$passed" ${#failed[@]} "$SECONDS"
  node .ci/totals.mjs "$reports" || echo '0 passed, 0 failed, 0 skipped'
  rm -rf "$reports"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
