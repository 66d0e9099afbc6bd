# Shared functions of .ci/run and .ci/nightly. A script that sources this file prints
# the failed tests and the test totals when it exits.
export CI=true

reports=$(mktemp -d)
passed=0
failed=()

# step <name> <command> [<argument>...]: runs a command without standard input, and records whether it failed.
step() {
  local name=$1 start=$SECONDS
  shift
  printf '\n==> %s\n' "$name"
  if "$@" </dev/null; then
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

# Installs the dependencies, and Chromium if it is missing. The run cannot continue without them. With
# USE_SYSTEM_NODE=1, npm scripts use the system's Node instead of the one that `npm ci` installs.
install() {
  printf '==> install\n'
  npm ci
  if [ "${USE_SYSTEM_NODE:-}" = 1 ]; then rm node_modules/.bin/node; fi
  export PATH="$PWD/node_modules/.bin:$PATH"
  node --version
  if ! node -e "import('./tools/lib/chromium.ts').then((m) => process.exit(m.chromiumPath ? 0 : 1))"; then
    if [ "$(id -u)" = 0 ]; then
      apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null
    else
      npx playwright install --with-deps chromium
    fi
  fi
}

totals() {
  node --input-type=module - "$reports" <<'JS'
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const reports = globSync(`${process.argv[2]}/*.json`).map((path) => JSON.parse(readFileSync(path, 'utf8')));
const files = reports.flatMap(({ testResults }) => testResults);
const failures = files.flatMap(({ name, status, message, assertionResults }) => {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  // A file can fail without a failed test, for example when it cannot be loaded. It counts as one failure.
  const found = status === 'failed' && failed.length === 0 ? [{ fullName: '', failureMessages: [message] }] : failed;
  return found.map((failure) => ({ file: relative('', name), ...failure }));
});
for (const { file, fullName, failureMessages } of failures) {
  console.log(`\nFAILED: ${file} ${fullName}`);
  for (const message of failureMessages)
    console.log((message || 'See the output of the step.').split('\n').slice(0, 30).join('\n').replace(/^/gm, '  '));
}
const sum = (count) => reports.reduce((total, report) => total + count(report), 0);
const passed = sum((report) => report.numPassedTests);
const skipped = sum((report) => report.numPendingTests + report.numTodoTests);
console.log(`${passed} passed, ${failures.length} failed, ${skipped} skipped`);
JS
}

finish() {
  local status=$?
  trap - EXIT
  if [ ${#failed[@]} -gt 0 ]; then
    printf '\nFAILED: %s' "${failed[@]}"
    status=1
  elif [ "$status" -ne 0 ]; then
    printf '\nFAILED: the run stopped early with status %s' "$status"
  fi
  printf '\n%s steps passed, %s failed, in %s s. The tests of these steps:\n' "$passed" ${#failed[@]} "$SECONDS"
  totals || echo '0 passed, 0 failed, 0 skipped'
  rm -rf "$reports"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
