import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { toCurl, toHar } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anExchange, base64, jsonBody } from '../support/activity-entries.ts';
import { hostileEntry } from '../support/activity-arbitraries.ts';
import { runInShell } from '../support/activity-shell.ts';
import { answerWith, startWireServer } from '../support/wire-server.ts';

const json = { 'Content-Type': 'application/json' };
const all = { includeCredentials: true };

/** Computes the call that curl must receive. The call is computed from the recorded request, not from the command. */
function expectedCall(entry: ActivityEntry): {
  method: string | undefined;
  headers: string[];
  url: string;
  body: string;
} {
  const { method, headers, bodyBase64Encoded: body } = entry.request;
  const sent = Object.entries(headers).map(([name, value]) => {
    const line = value.replace(/[\r\n\0]+/g, ' ').trim();
    return line === '' ? `${name};` : `${name}: ${line}`;
  });
  const [url = ''] = toHar([entry], all).log.entries.map(({ request }) => request.url);
  const implied = { GET: undefined, HEAD: '--head' }[method];
  return {
    method: body === '' && method in { GET: 0, HEAD: 0 } ? implied : method,
    headers: [...sent, ...(body === '' ? [] : ['Content-Type:'])].map(base64),
    url: base64(url),
    body,
  };
}

/** Interprets the options that curl received. */
function actualCall(call: ReturnType<typeof runInShell>[number]): ReturnType<typeof expectedCall> {
  const found = { method: undefined as string | undefined, headers: [] as string[], url: '', body: '' };
  const rest = [...call.arguments];
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    const option = next.toString();
    if (option === '--header') found.headers.push(base64(rest.shift() ?? ''));
    else if (option === '--request') found.method = rest.shift()?.toString();
    else if (option === '--head') found.method = option;
    else if (option === '--data-raw') found.body = base64(rest.shift() ?? '');
    else if (option === '--data-binary')
      found.body = rest.shift()?.toString() === '@-' ? base64(call.stdin) : '?';
    else if (!['--globoff', '--path-as-is', '--compressed'].includes(option)) found.url = base64(next);
  }
  return found;
}

test('a toCurl command in sh passes the recorded request to curl byte for byte', () => {
  fc.assert(
    fc.property(fc.array(hostileEntry, { minLength: 1, maxLength: 12 }), (entries) => {
      const calls = runInShell(entries.map((entry) => toCurl(entry, all)));
      expect(calls.map(actualCall)).toEqual(entries.map(expectedCall));
    }),
    { numRuns: 40 },
  );
});

test('a toCurl command contains no control characters except line feeds', () => {
  fc.assert(
    fc.property(hostileEntry, (entry) => {
      for (const shell of ['posix', 'powershell'] as const) {
        expect(toCurl(entry, { ...all, shell })).not.toMatch(/(?!\n)\p{Cc}/u);
      }
    }),
  );
});

const interactive = ['bash', 'zsh', 'dash'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0);

test.each(interactive)(
  'a toCurl command in %s passes control characters to curl without interpreting them',
  (shell) => {
    const headers = { 'x-a': 'a\x15; touch PWNED\n# !x \t\x1b[201~\x9b\\ %s', 'x-b': '\x15' };
    const entry = anExchange({ request: { path: '/a', hostname: 'a\x15', headers } });
    const { stdout } = spawnSync(shell, ['-c', `curl() { printf '%s|' "$@"; }\n${toCurl(entry)}`], {
      encoding: 'utf8',
    });
    expect(stdout).toBe(
      '--globoff|https://a\x15/a|--header|x-a: a\x15; touch PWNED # !x \t\x1b[201~\x9b\\ %s|--header|x-b: \x15|',
    );
  },
);

test('a toCurl command in interactive bash passes lines with ^ and ! to curl unchanged', () => {
  const bodies = ['one two\n^two^three\n!!', "it's\n !echo '!x'", '^a^b', '!$ x', 'plain\n{"a": 1}\n'];
  const commands = bodies.map((body) => {
    const headers = { 'content-type': 'text/plain', 'x-a': '^a^b !!' };
    return toCurl(
      anExchange({ request: { method: 'POST', path: '/a', headers, bodyBase64Encoded: base64(body) } }),
    );
  });
  const stub = [
    'curl() { case " $* " in *" @- "*) cat;; *) printf %s "${@: -1}";; esac; printf \'%s\' "|${*:7:2}|"; }',
    'echo a b c',
  ];
  const { stdout } = spawnSync('bash', ['--noprofile', '--norc', '-i'], {
    input: [...stub, ...commands, ''].join('\n'),
    encoding: 'utf8',
    env: { ...process.env, HISTFILE: '' },
  });
  expect(stdout.slice(stdout.indexOf('\n') + 1)).toBe(
    bodies.map((body) => `${body}|--header x-a: ^a^b !!|`).join(''),
  );
});

test('toCurl adds --globoff, so that curl does not expand braces and brackets in the host', () => {
  const hosts = ['{a,b}.test', '[1-3].test', 'a{b'];
  const calls = runInShell(hosts.map((hostname) => toCurl(anExchange({ request: { hostname } }))));
  for (const call of calls) expect(call.arguments.map(String)).toContain('--globoff');
});

test('in sh, a toCurl command passes a body of any bytes and any length to curl', () => {
  const bodies = [
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    Buffer.from('-n %s \\101 %%'),
    Buffer.from('--\0'),
    Buffer.from('\u{feff}mark'),
    Buffer.alloc(300_000, "é'\\%d"),
    Buffer.alloc(65_536, "'"),
  ];
  const entries = bodies.map((body) =>
    anExchange({ request: { method: 'POST', bodyBase64Encoded: base64(body) } }),
  );
  const calls = runInShell(entries.map((entry) => toCurl(entry)));
  expect(calls.map((call) => actualCall(call).body)).toEqual(bodies.map(base64));
});

test('toCurl writes each header and the body on a separate line', () => {
  const entry = anExchange({
    request: {
      method: 'POST',
      path: '/orders',
      headers: json,
      bodyBase64Encoded: jsonBody({ sku: "O'Neill" }),
    },
  });
  expect(toCurl(entry)).toBe(
    [
      'curl --globoff --request POST https://orders.example.com/orders \\',
      "  --header 'Content-Type: application/json' \\",
      `  --data-raw '{"sku":"O'\\''Neill"}'`,
    ].join('\n'),
  );
  expect(toCurl(anExchange())).toBe(
    "curl --globoff 'https://orders.example.com/orders?limit=1' \\\n  --header 'accept: application/json'",
  );
});

test.each([
  ['no method for a GET request', { method: 'GET' }, 'curl --globoff https://orders.example.com/a'],
  ['--head for a HEAD request', { method: 'HEAD' }, 'curl --globoff --head https://orders.example.com/a'],
  ['literal brackets', { path: '/a?x[0]=1' }, "curl --globoff 'https://orders.example.com/a?x[0]=1'"],
  [
    'literal dot segments',
    { path: '/a/../b' },
    'curl --globoff https://orders.example.com/a/../b \\\n  --path-as-is',
  ],
  [
    'headers without a value',
    { headers: { 'X-Empty': ' ' } },
    "curl --globoff https://orders.example.com/a \\\n  --header 'X-Empty;'",
  ],
  [
    '--compressed if the request accepts a content-encoding',
    { headers: { 'accept-encoding': 'gzip' } },
    "curl --globoff https://orders.example.com/a \\\n  --header 'accept-encoding: gzip' \\\n  --compressed",
  ],
  [
    'no headers that curl sets itself and no invalid headers',
    { headers: { 'Content-Length': '5', ':path': '/a', '@file': 'x', 'a b': 'c' } },
    'curl --globoff https://orders.example.com/a',
  ],
  [
    'no content type if none was recorded',
    { method: 'PUT', bodyBase64Encoded: base64('x') },
    'curl --globoff --request PUT https://orders.example.com/a \\\n  --header Content-Type: \\\n  --data-raw x',
  ],
])('a toCurl command has %s', (_, changes, expected) => {
  expect(toCurl(anExchange({ request: { path: '/a', headers: {}, ...changes } }))).toBe(expected);
});

test('toCurl redacts credentials unless includeCredentials is set', () => {
  const entry = anExchange({
    request: { path: '/a?token=canary', headers: { Authorization: 'Bearer canary' } },
  });
  expect(toCurl(entry)).not.toContain('canary');
  expect(toCurl(entry)).toContain("'Authorization: REDACTED'");
  expect(toCurl(entry, all)).toContain("'Authorization: Bearer canary'");
});

test('a line break in a header value cannot inject another header into a toCurl command', () => {
  const headers = { 'x-a': 'a\r\nX-Other: injected' };
  expect(toCurl(anExchange({ request: { headers } }))).toContain("'x-a: a X-Other: injected'");
});

test('toCurl throws a BodyError if the recorded body is not valid Base64', () => {
  expect(() => toCurl(anExchange({ request: { bodyBase64Encoded: '%' } }))).toThrow(/not valid Base64/);
});

describe('toCurl for PowerShell', () => {
  const powershell = { ...all, shell: 'powershell' as const };

  test('toCurl for PowerShell escapes only straight and curly single quotes, by doubling them', () => {
    const headers = { 'x-a': `it's ‘$(whoami)’ \`n "q"` };
    const entry = anExchange({
      request: { method: 'POST', path: '/a', headers, bodyBase64Encoded: base64('line\n"2"') },
    });
    expect(toCurl(entry, powershell)).toBe(
      [
        "curl --globoff --request 'POST' 'https://orders.example.com/a' `",
        "  --header 'x-a: it''s ‘‘$(whoami)’’ `n \"q\"' `",
        "  --header 'Content-Type:' `",
        '  --data-raw \'line\n"2"\'',
      ].join('\n'),
    );
  });

  test('toCurl for PowerShell writes control characters as character codes', () => {
    const headers = { 'x-a': "it's\x15; touch PWNED" };
    const bodyBase64Encoded = base64('a\x15');
    const entry = anExchange({ request: { method: 'POST', path: '/a', headers, bodyBase64Encoded } });
    const command = toCurl(entry, powershell);
    expect(command).toContain("--header ('x-a: it''s' + [char]21 + '; touch PWNED')");
    expect(command).toContain("[Convert]::FromBase64String('YRU=')");
  });

  test('toCurl for PowerShell encloses all recorded text in quotes', () => {
    fc.assert(
      fc.property(hostileEntry, (entry) => {
        // PowerShell runs everything outside of the quoted strings as code.
        const code = toCurl(entry, powershell)
          .replace(/'(?:[^'‘’‚‛]|['‘’‚‛]{2})*'/g, 'STRING')
          .replace(/\(STRING( \+ \[char\]\d+ \+ STRING)+\)/g, 'STRING');
        expect(code).toMatch(
          /^(\$body = New-TemporaryFile\n\[IO\.File\]::WriteAllBytes\(\$body, \[Convert\]::FromBase64String\(STRING\)\)\n)?curl --globoff( `\n )?( --(request|header|data-raw) (STRING|(--)?[a-z-]+)| --(globoff|head|path-as-is|compressed)| STRING| `\n )*( --data-binary "@\$body"\nRemove-Item \$body)?$/,
        );
      }),
    );
  });

  test('toCurl for PowerShell passes a binary body to curl through a temporary file', () => {
    const entry = anExchange({
      request: { method: 'POST', path: '/a', headers: json, bodyBase64Encoded: '/w==' },
    });
    expect(toCurl(entry, powershell)).toBe(
      [
        '$body = New-TemporaryFile',
        "[IO.File]::WriteAllBytes($body, [Convert]::FromBase64String('/w=='))",
        "curl --globoff --request 'POST' 'https://orders.example.com/a' `",
        "  --header 'Content-Type: application/json' `",
        '  --data-binary "@$body"',
        'Remove-Item $body',
      ].join('\n'),
    );
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl)(
  'running a toCurl command sends the recorded request (skipped if curl is not installed)',
  async () => {
    await using server = await startWireServer(answerWith(200, {}));
    const { port } = new URL(server.url);
    const headers = { 'content-type': 'text/plain', 'x-quote': `it's "fine"`, 'x-empty': '' };
    const body = 'Grüße\n@file %41';
    const entry = anExchange({
      request: {
        hostname: '127.0.0.1',
        port: Number(port),
        method: 'PATCH',
        path: '/a/../b?x[0]=1&y={z}',
        headers,
        bodyBase64Encoded: base64(body),
      },
      metadata: { '@mock-services/sdk': { scheme: 'http' } },
    });
    await promisify(execFile)('sh', ['-c', toCurl(entry)]);
    expect(server.requests).toMatchObject([
      {
        method: 'PATCH',
        target: '/a/../b?x[0]=1&y=%7Bz%7D',
        headers: { ...headers, host: `127.0.0.1:${port}` },
        body,
      },
    ]);
  },
);
