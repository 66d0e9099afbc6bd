import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { type ActivityEntry, isActivityError, toCurl, toHar } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anExchange, base64, jsonBody } from '../support/activity-entries.ts';
import { hostileEntry } from '../support/activity-arbitraries.ts';
import { runInShell } from '../support/activity-shell.ts';
import { outcomeOf } from '../support/failures.ts';
import { answerWith, startWireServer } from '../support/wire-server.ts';
import { runs } from '../../../../tools/lib/near.ts';

const all = { includeCredentials: true };
const requested = (request: Partial<ActivityEntry['request']>) => anExchange({ request });

interface CurlArguments {
  readonly method: string | undefined;
  readonly headers: readonly string[];
  readonly url: string;
  readonly body: string;
}

/** The arguments that curl must receive, computed from the recorded request. */
function expectedCall(entry: ActivityEntry): CurlArguments {
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

/** Reads the arguments that curl received. */
function actualCall(call: ReturnType<typeof runInShell>[number]): CurlArguments {
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

describe('toCurl', () => {
  test('passes the recorded request to curl byte for byte in sh if `shell` is omitted', () => {
    fc.assert(
      fc.property(fc.array(hostileEntry, { minLength: 1, maxLength: 12 }), (entries) => {
        const calls = runInShell(entries.map((entry) => toCurl(entry, all)));
        expect(calls.map(actualCall)).toEqual(entries.map(expectedCall));
      }),
      runs(8),
    );
  });

  test('writes no control characters except line feeds', () => {
    fc.assert(
      fc.property(hostileEntry, fc.constantFrom('posix' as const, 'powershell' as const), (entry, shell) => {
        expect(toCurl(entry, { ...all, shell })).not.toMatch(/(?!\n)\p{Cc}/u);
      }),
    );
  });

  test('passes lines with ^ and ! to curl in an interactive bash', () => {
    const bodies = [
      'one two\n^two^three\n!!',
      "it's\n !echo '!x'",
      'plain\n{"a": 1}\n',
      '{\n "a": "hi!there"\n}',
    ];
    const headers = { 'content-type': 'text/plain', 'x-a': '^a^b !!' };
    const commands = bodies.map((body) =>
      toCurl(requested({ method: 'POST', path: '/a', headers, bodyBase64Encoded: base64(body) })),
    );
    const stub = [
      'curl() { case " $* " in *" @- "*) cat;; *) printf %s "${@: -1}";; esac; printf \'%s\' "|${*:7:2}|"; }',
      'echo a b c',
    ];
    const { stdout } = spawnSync('bash', ['--noprofile', '--norc', '-i'], {
      input: [...stub, ...commands, ''].join('\n'),
      encoding: 'utf8',
      env: { ...process.env, HISTFILE: '' },
    });
    const sent = bodies.map((body) => `${body}|--header x-a: ^a^b !!|`);
    expect(stdout.slice(stdout.indexOf('\n') + 1)).toBe(sent.join(''));
  });

  test('passes a body of any bytes and any length to curl', () => {
    const bodies = [
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      Buffer.from('-n %s \\101 %%'),
      Buffer.alloc(65_537, 'x'),
    ];
    const commands = bodies.map((body) =>
      toCurl(requested({ method: 'POST', bodyBase64Encoded: base64(body) }), all),
    );
    expect(commands.map((command) => command.includes('--data-raw'))).toEqual([false, true, false]);
    expect(runInShell(commands).map((call) => actualCall(call).body)).toEqual(bodies.map(base64));
  });

  test('writes each header and the body on a separate line', () => {
    const empty = { 'x-empty': '', 'x-blank': ' \n' };
    const headers = { 'Content-Type': 'application/json', ...empty, 'Accept-Encoding': 'gzip' };
    const entry = requested({
      method: 'POST',
      path: '/orders',
      headers,
      bodyBase64Encoded: jsonBody({ sku: "O'Neill" }),
    });
    expect(toCurl(entry)).toBe(
      [
        'curl --globoff --request POST https://orders.example.com/orders \\',
        "  --header 'Content-Type: application/json' \\",
        "  --header 'x-empty;' \\",
        "  --header 'x-blank;' \\",
        "  --header 'Accept-Encoding: gzip' \\",
        '  --compressed \\',
        `  --data-raw '{"sku":"O'\\''Neill"}'`,
      ].join('\n'),
    );
    expect(toCurl(requested({ path: '/a/../b', method: 'HEAD', headers: {} }))).toBe(
      'curl --globoff --head https://orders.example.com/a/../b \\\n  --path-as-is',
    );
  });

  test('adds --path-as-is if a URL parser would change dot segments in the path', () => {
    const segments = fc.array(fc.constantFrom('', '.', '..', '...', '.a', 'a.', 'a'), { maxLength: 4 });
    const queries = fc.constantFrom('', '?', '?b=1', '?b=/c');
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(segments, queries, (segments, query) => {
        const path = `/${segments.join('/')}`;
        const isChanged = new URL(`https://x.test${path}${query}`).pathname !== path;
        seen.add(isChanged);
        const command = toCurl(requested({ hostname: 'x.test', path: path + query }));
        expect(command.includes('--path-as-is')).toBe(isChanged);
      }),
      { ...runs(300), examples: [[['a', '..'], '?b=1']] },
    );
    expect(seen.size).toBe(2);
  });

  test('keeps the headers that curl does not set by itself', () => {
    const headers = {
      Host: 'virtual.example.com',
      'content-length': '3',
      Connection: 'close',
      'Keep-Alive': '5',
      'transfer-encoding': 'chunked',
      ':path': '/a',
      '@file': 'x',
      'x-a': 'a\r\nX-Other: injected',
      'User-Agent': 'agent/1',
    };
    const lines = toCurl(requested({ path: '/a', headers }))
      .split(' \\\n  ')
      .slice(1);
    expect(lines).toEqual([
      "--header 'Host: virtual.example.com'",
      "--header 'x-a: a X-Other: injected'",
      "--header 'User-Agent: agent/1'",
    ]);
  });

  test('replaces a compressed body with an empty one unless credentials are kept', () => {
    const entry = requested({ method: 'POST', path: '/a', headers: {}, bodyBase64Encoded: 'H4sIAAAA' });
    expect(toCurl(entry)).toBe('curl --globoff --request POST https://orders.example.com/a');
    expect(toCurl(entry, all)).toContain('--data-binary @-');
  });

  test('throws an ActivityError for invalid Base64, and a TypeError for invalid options', () => {
    const broken = { bodyBase64Encoded: '%' };
    for (const options of [{}, all])
      expect(
        isActivityError(
          outcomeOf(() => toCurl(requested(broken), options)),
          'unreadable-body',
        ),
      ).toBe(true);
    expect(toCurl(anExchange({ response: broken }))).toContain('curl');
    const invalid = (options: object) => () => toCurl(anExchange(), options);
    expect(invalid({ shell: 'fish' })).toThrow(
      new TypeError(`options.shell: expected 'posix' or 'powershell', received "fish".`),
    );
    expect(invalid({ includeCredential: true })).toThrow(
      new TypeError('Unknown option `includeCredential`. Did you mean `includeCredentials`?'),
    );
  });
});

describe('toCurl for PowerShell', () => {
  const powershell = { ...all, shell: 'powershell' as const };

  test('doubles straight and curly single quotes, and writes control characters as codes', () => {
    const headers = { 'x-a': `it's ‘$(whoami)’ \`n "q"`, 'x-b': "it's\x15; touch PWNED" };
    const entry = requested({ method: 'POST', path: '/a', headers, bodyBase64Encoded: base64('line\n"2"') });
    expect(toCurl(entry, powershell)).toBe(
      [
        "curl --globoff --request 'POST' 'https://orders.example.com/a' `",
        "  --header 'x-a: it''s ‘‘$(whoami)’’ `n \"q\"' `",
        "  --header ('x-b: it''s' + [char]21 + '; touch PWNED') `",
        "  --header 'Content-Type:' `",
        '  --data-raw \'line\n"2"\'',
      ].join('\n'),
    );
  });

  test('encloses all recorded text in quotes', () => {
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

  test.each([
    ['binary', '/w=='],
    ['longer than 16,384 bytes', base64('x'.repeat(16_385))],
    ['text with control characters', base64('a\x15')],
  ])('passes a body through a temporary file if it is %s', (_, bodyBase64Encoded) => {
    const headers = { 'Content-Type': 'text/plain' };
    expect(toCurl(requested({ method: 'POST', path: '/a', headers, bodyBase64Encoded }), powershell)).toBe(
      [
        '$body = New-TemporaryFile',
        `[IO.File]::WriteAllBytes($body, [Convert]::FromBase64String('${bodyBase64Encoded}'))`,
        "curl --globoff --request 'POST' 'https://orders.example.com/a' `",
        "  --header 'Content-Type: text/plain' `",
        '  --data-binary "@$body"',
        'Remove-Item $body',
      ].join('\n'),
    );
    const short = requested({ method: 'POST', bodyBase64Encoded: base64('x'.repeat(16_384)) });
    expect(toCurl(short, powershell)).toContain('--data-raw');
  });
});

test.skipIf(spawnSync('curl', ['--version']).status !== 0)(
  'a toCurl command sends the recorded request (skipped without curl)',
  async () => {
    await using server = await startWireServer(answerWith(200, {}));
    const headers = {
      'content-type': 'text/plain',
      'x-quote': `it's "fine"`,
      'x-empty': '',
      host: 'virtual.test',
    };
    const body = 'Grüße 😀\n@file %41';
    const entry = anExchange({
      request: {
        hostname: '127.0.0.1',
        port: Number(new URL(server.url).port),
        method: 'PATCH',
        path: '/a/../b/..?x[0]=1&y={z}',
        headers,
        bodyBase64Encoded: base64(body),
      },
      metadata: { '@mock-services/sdk': { scheme: 'http' } },
    });
    await promisify(execFile)('sh', ['-c', toCurl(entry)]);
    expect(server.requests).toMatchObject([
      { method: 'PATCH', target: '/a/../b/..?x[0]=1&y={z}', headers, body },
    ]);
  },
);
