import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The bytes that curl received from the shell. */
export interface CurlCall {
  readonly arguments: readonly Buffer[];
  readonly stdin: Buffer;
}

/** Saves the arguments of curl, and its input if the arguments tell curl to read it. */
const stub = `#!/bin/sh
read -r n < "$OUT/count"
n=$((n + 1))
echo $n > "$OUT/count"
printf '%s\\0' "$@" > "$OUT/$n"
case "$*" in *' --data-binary @-') cat > "$OUT/$n.in";; *) : > "$OUT/$n.in";; esac
`;

/** Runs the commands in a real `sh`, in which a stub replaces curl. */
export function runInShell(commands: readonly string[]): CurlCall[] {
  const folder = mkdtempSync(join(tmpdir(), 'curl-stub-'));
  try {
    writeFileSync(join(folder, 'curl'), stub);
    chmodSync(join(folder, 'curl'), 0o755);
    writeFileSync(join(folder, 'count'), '0');
    writeFileSync(join(folder, 'script'), commands.join('\n'));
    const env = { PATH: `${folder}:/usr/bin:/bin`, OUT: folder };
    execFileSync('sh', [join(folder, 'script')], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    return commands.map((_, index) => ({
      arguments: splitAtNul(readFileSync(join(folder, String(index + 1)))),
      stdin: readFileSync(join(folder, `${index + 1}.in`)),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function splitAtNul(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0, start);
    parts.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return parts;
}
