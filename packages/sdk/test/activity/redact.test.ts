import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  type ActivityEntry,
  bodyOf,
  decodeBodies,
  redact,
  type RedactRules,
  toCurl,
  toHar,
} from '@mock-services/sdk/activity';
import { activityEntry, check } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyEntry } from '../support/activity-arbitraries.ts';
import {
  anExchange,
  anOddExchange,
  base64,
  type ExchangeChanges,
  idOf,
  jsonBody,
} from '../support/activity-entries.ts';

const types = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=x-1',
  text: 'text/plain;charset=UTF-8',
};
const redacted = (changes: ExchangeChanges, rules?: RedactRules): ActivityEntry => {
  const entry = anExchange(changes);
  return redact([entry], rules)[0] ?? entry;
};
/** Redacts a request body, and returns it as text in which each character is one byte. */
const redactedBody = (type: string | undefined, body: string | Uint8Array, rules?: RedactRules) => {
  const headers = type === undefined ? {} : { 'Content-Type': type };
  const { request } = redacted({ request: { headers, bodyBase64Encoded: base64(body) } }, rules);
  return Buffer.from(request.bodyBase64Encoded, 'base64').toString();
};
const form = '--x-1\r\nContent-Disposition: form-data; name="a"\r\n\r\ncanary\r\n--x-1--\r\n';

const messageOf = (type: string | undefined, body: unknown) => ({
  headers: type === undefined ? {} : { 'Content-Type': type },
  bodyBase64Encoded: typeof body === 'string' ? base64(body) : jsonBody(body),
});
const ask = (type: string | undefined, body: unknown) => ({ request: messageOf(type, body) });
const answer = (type: string, body: unknown) => ({ response: messageOf(type, body) });

/** Writes a field into every place of an entry that `redact` reads. */
const places: Readonly<Record<string, (name: string, value: string) => ExchangeChanges>> = {
  'a request header': (name, value) => ({ request: { headers: { [name]: value } } }),
  'a response header': (name, value) => ({ response: { headers: { [name]: value } } }),
  'the query': (name, value) => ({ request: { path: `/a?b=1&${name}=${value}&c=2#d` } }),
  'the fragment': (name, value) => ({ request: { path: `/a#${name}=${value}` } }),
  'an encoded URL in the query': (name, value) => {
    const next = encodeURIComponent(`https://x.test/ü?${name}=${value}&c=2`);
    return { request: { path: `/a?next=${next}&c=2` } };
  },
  'the location': (name, value) => ({ response: { headers: { Location: `/cb#a=1&${name}=${value}` } } }),
  'a JSON request body': (name, value) => ask(types.json, { größe: [{ [name]: value }] }),
  'a JSON response body': (name, value) => answer('application/problem+json', [[{ [name]: [value] }]]),
  'JSON without a content type': (name, value) => ask(undefined, { user: 'ü', [name]: { a: value } }),
  'JSON in a string of JSON': (name, value) =>
    answer(types.json, { body: JSON.stringify({ [name]: value }) }),
  'a name and a value in JSON': (name, value) => ask(types.json, { env: [{ name, value }] }),
  'a URL in JSON': (name, value) => answer(types.json, { next: `/a?b=1&${name}=${value}` }),
  NDJSON: (name, value) =>
    answer('application/x-ndjson', `{"a":1}\n${JSON.stringify({ [name]: { b: value } })}\n`),
  'a form body': (name, value) => ask(types.form, `user=j%C3%B6&${name}=${value}#;${value}%26+&b=1`),
  metadata: (name, value) => ({ metadata: { upstream: [{ [name]: value, note: 'größe' }] } }),
  'an unknown field of the request': (name, value) => ({ request: { [name]: value } }),
};

/** Places in which `code` and `ticket` are usually credentials. */
const queries = /query|fragment|location|URL|a form body/;

const credentialNames = `
  Authorization Proxy-Authorization X-Api-Key api_key apiKey APIKEY access_token accessToken refresh_token
  id_token token client_secret clientSecret secret password Passwd pwd dbPassword DB_PASS
  customerAccessToken adminToken stripeSecretKey passwordConfirmation session_id JSESSIONID connect.sid
  X-CSRF-Token xsrf jwt X-Hub-Signature-256 sig private_key otp pin cvv x-amz-security-token
  X-Amz-Signature X-Amz-Credential AccountKey credentials auth x-auth passphrase passcode passwordRepeat
  password_again bearer hmac-sha256 csrfCookie PHPSESSID access_key_id app_key application-key authKey
  encryption_key x-amz-server-side-encryption-customer-key x-functions-key licenseKey master_keys
  sessionKey SharedKey signing_key Ocp-Apim-Subscription-Key cvc psk totp auth_code authorizationCode
  device_code mfaCode otpCode totp_code verification_code code_verifier SAMLRequest SAMLResponse secret_id
  sessid sid oobCode assertion client_assertion id_token_hint logout_token user_code SAMLart RelayState
  wresult oauth_verifier authenticity_token csrfmiddlewaretoken __RequestVerificationToken _csrf csrfKey
  _wpnonce Jenkins-Crumb loginTicket pgtId magicCode recovery_codes sms_code X-OTP-Code x-mfa-code
  X-Verification-Code X-SAML-Assertion X-Code-Verifier user[otp_code] login[otp_code] github_device_code
  smsVerificationCode user_one_time_code access_code activation_code activation_key invite_code
  security_code auth_hash password_hash tokens access_tokens passkey appsecret_proof sesskey form_key
  X-WP-Nonce Fastly-Key write_key deploy_key server_key`;

const innocentNames = `
  accept etag max_tokens prompt_tokens token_type expires_in author authority authenticated monkey
  keyboard passenger compass nextPageToken continuationToken max_token min_token num_token syncToken
  total_token used_token Idempotency-Key Cache-Key primary_key publicKey partitionKey scenarioId page q
  state businessId processId CallSid Access-Control-Allow-Credentials design pinned spin signatures_count
  password_policy passport_number x-request-id error_code country_code zip_code status_code sort_key
  public_key completion_tokens customer_service_ticket platform_key content_hash größe`;

const split = (names: string) => names.trim().split(/\s+/);

type Result = 'replaced' | 'unchanged' | 'mixed';

/** What `redact` does to an entry with a field. */
function resultOf(place: (typeof places)[string] | undefined, name: string): Result {
  const entry = anExchange(place?.(name, 'canary'));
  const [after = entry] = redact([entry]);
  if (JSON.stringify(after) === JSON.stringify(entry)) return 'unchanged';
  const text = JSON.stringify(decodedEntry(after));
  return text.includes('REDACTED') && !text.includes('canary') ? 'replaced' : 'mixed';
}

test.each([
  ['replaces the value of every name that indicates a credential', credentialNames, 'replaced'],
  ['does not change values whose names only resemble a credential', innocentNames, 'unchanged'],
])('%s', (_, names, expected) => {
  for (const where of ['a JSON request body', 'the query', 'a request header'])
    expect(split(names).filter((name) => resultOf(places[where], name) !== expected)).toEqual([]);
});

test.each(Object.entries(places))('finds credentials, and nothing else, in %s', (where, place) => {
  const inQuery: Result = queries.test(where) ? 'replaced' : 'unchanged';
  const names = { token: 'replaced', 'user[otp_code]': 'replaced', code: inQuery, ticket: inQuery };
  const results = { ...names, 'X-Api-Key': 'replaced', max_tokens: 'unchanged', page: 'unchanged' };
  for (const [name, result] of Object.entries(results))
    expect([name, resultOf(place, name)]).toEqual([name, result]);
});

test.each([
  ['HTML', 'Text/HTML; charset=utf-8', '<input name="a" value="canary">'],
  ['HTML without a content type', undefined, ' \n<!doctype html>canary'],
  ['a multipart form', types.multipart, form],
  ['a multipart form without a content type', undefined, form],
])('redact empties the body if it is %s, because its fields are not searched', (_, type, body) => {
  const message = messageOf(type, body);
  const { request, response } = redacted({ request: message, response: message });
  expect([request.bodyBase64Encoded, response.bodyBase64Encoded]).toEqual(['', '']);
});

test('replaces the code of a token request in JSON, but not other codes', () => {
  const bodyAfter = (fields: object) =>
    JSON.parse(redactedBody(types.json, JSON.stringify(fields))) as unknown;
  for (const field of ['grant_type', 'grantType', 'redirect_uri', 'code_verifier'])
    expect(bodyAfter({ [field]: 'a', code: 'canary' })).toMatchObject({ code: 'REDACTED' });
  expect(bodyAfter({ code: 'not_found', message: 'a' })).toEqual({ code: 'not_found', message: 'a' });
});

/** Returns an entry with its bodies as text. */
function decodedEntry({ request, response, ...rest }: ActivityEntry): unknown {
  const text = (body: string) => Buffer.from(body, 'base64').toString();
  return {
    ...rest,
    request: { ...request, bodyBase64Encoded: text(request.bodyBase64Encoded) },
    response: { ...response, bodyBase64Encoded: text(response.bodyBase64Encoded) },
  };
}

describe('redact', () => {
  test('replaces the whole value of cookie headers', () => {
    const entry = redacted({
      request: { headers: { Cookie: 'theme=dark; a=b' } },
      response: { headers: { 'set-cookie': 'a=b; Path=/\nc=d' } },
    });
    expect([entry.request.headers, entry.response.headers]).toEqual([
      { Cookie: 'REDACTED' },
      { 'set-cookie': 'REDACTED' },
    ]);
  });

  test.each([
    ['https://user:canary@x.test/a?b=1', 'https://REDACTED@x.test/a?b=1'],
    [
      'postgres://app:p@canary@db.test/orders?sslmode=require',
      'postgres://REDACTED@db.test/orders?sslmode=require',
    ],
    ['Basic dXNlcjpjYW5hcnk=', 'Basic REDACTED'],
    ['old eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.canary', 'old REDACTED'],
    [
      '5;URL=https://a.test/cb#access_token=canary&state=1',
      '5;URL=https://a.test/cb#access_token=REDACTED&state=1',
    ],
    [
      'q=Bearer%20canary-1&u=https%3A%2F%2Fme%3Acanary%40b.test',
      'q=Bearer%20REDACTED&u=https%3A%2F%2FREDACTED%40b.test',
    ],
    ['got {"password": "a\\"canary", "a": 1}', 'got {"password": "REDACTED", "a": 1}'],
  ])('replaces the credential in the text %s', (text, expected) => {
    const headers = { 'x-info': text };
    const body = { 'content-type': types.json };
    const entry = redacted({
      request: { headers },
      response: { headers: body, bodyBase64Encoded: jsonBody({ a: [text] }) },
      metadata: { note: text },
    });
    expect(entry.request.headers['x-info']).toBe(expected);
    expect(bodyOf(entry, 'response').json()).toEqual({ a: [expected] });
    expect(entry.metadata['note']).toBe(expected);
    expect(redactedBody(types.text, `ü\n${text}\nü`)).toBe(`ü\n${expected}\nü`);
  });

  test.each([
    'text/html; charset=utf-8',
    'Bearer realm="orders", error="invalid_token"',
    'our Basic subscription, or Bearer bonds',
    '/orders?filter[status]=open&filter%5Bname%5D=a%20b+c&off=50%&x=%zz',
    '/tokens/secret/password?q=token%20ring&tag=monkey',
    'https://a.test/@me/x?mail=me@a.test',
    '{"id":12345678901234567890, "b":1.0, "token_type":"Bearer"}',
  ])('leaves the text %s unchanged', (text) => {
    const entry = anExchange({
      request: {
        path: `/${text}`,
        headers: { 'x-info': text, 'content-type': types.form },
        bodyBase64Encoded: base64(text),
      },
      response: { headers: { 'content-type': types.text }, bodyBase64Encoded: base64(text) },
      metadata: { note: text },
    });
    expect(redact([entry])).toEqual([entry]);
  });

  test('leaves an exchange without credentials unchanged, and never changes its input', () => {
    const odd = anOddExchange();
    expect(redact([odd])).toEqual([odd]);
    const secret = anExchange({ request: { path: '/?token=canary' }, metadata: { token: 'canary' } });
    const before = structuredClone(secret);
    redact([secret]);
    expect(secret).toEqual(before);
  });

  test('redacting twice gives the same valid entries as redacting once', () => {
    const rules = { headers: [/a/g], query: ['b'], bodyFields: [/c/] };
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const once = redact([entry], rules);
        expect(redact(once, rules)).toEqual(once);
        expect(once.flatMap((one) => check(activityEntry, one))).toEqual([]);
      }),
    );
  });

  test('decodes percent-encoding once, but not twice', () => {
    const once = encodeURIComponent('/x?token=canary');
    expect(redacted({ request: { path: `/a?next=${once}` } }).request.path).not.toContain('canary');
    const twice = `/a?next=${encodeURIComponent(once)}`;
    expect(redacted({ request: { path: twice } }).request.path).toBe(twice);
  });

  test('replaces JSON that is nested deeper than 1,000 levels', () => {
    const nested = (levels: number, inner: string) => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;
    expect(redactedBody(types.json, nested(1000, '"canary"'))).toBe(nested(1000, '"canary"'));
    expect(redactedBody(types.json, nested(1001, '"canary"'))).toBe(nested(1000, '"REDACTED"'));
    expect(redactedBody(types.json, nested(100_000, '"canary"'))).toBe(nested(1000, '"REDACTED"'));
  });
});

describe('rules of redact', () => {
  const canaries = (rules: RedactRules) =>
    redacted(
      {
        request: {
          path: '/a?Customer=7&page=1&customer+name=8&b%5Bcustomer%5D=9',
          headers: { 'X-Customer': '7', accept: '*/*', 'content-type': types.form, referer: '/b?customer=7' },
          bodyBase64Encoded: base64('customer=7&customer+name=8&a=1'),
        },
        response: {
          headers: { 'content-type': types.json },
          bodyBase64Encoded: jsonBody({ Customer: { a: 7 }, größe: [{ customer: 8 }], 'x-customer': 9 }),
        },
      },
      rules,
    );

  test('`headers` rules redact further headers', () => {
    for (const headers of [['x-customer'], ['X-CUSTOMER'], [/customer$/gi]]) {
      const { request, response } = canaries({ headers });
      expect(request.headers['X-Customer']).toBe('REDACTED');
      expect({ ...request, headers: { ...request.headers, 'X-Customer': '7' } }).toEqual(
        canaries({}).request,
      );
      expect(response).toEqual(canaries({}).response);
    }
  });

  test('`query` rules redact further URL parameters', () => {
    const { request } = canaries({ query: ['customer', 'CUSTOMER Name'] });
    expect(request.path).toBe('/a?Customer=REDACTED&page=1&customer+name=REDACTED&b%5Bcustomer%5D=9');
    expect(request.headers['referer']).toBe('/b?customer=REDACTED');
    expect(canaries({ query: [/^b\[/g] }).request.path).toMatch(/Customer=7.*b%5Bcustomer%5D=REDACTED$/);
  });

  test('`bodyFields` rules redact further fields of JSON and forms', () => {
    for (const bodyFields of [['customer'], ['cusTomer'], [/^customer$/gi]]) {
      const entry = canaries({ bodyFields });
      expect(bodyOf(entry, 'request').text()).toBe('customer=REDACTED&customer+name=8&a=1');
      expect(bodyOf(entry, 'response').json()).toEqual({
        Customer: 'REDACTED',
        größe: [{ customer: 'REDACTED' }],
        'x-customer': 9,
      });
      expect(entry.request.path).toBe(canaries({}).request.path);
    }
  });

  test('an invalid rule causes a TypeError, because it would leave secrets', () => {
    const failing: [unknown, string][] = [
      [{ bodyField: ['iban'] }, 'Unknown rule `bodyField`. Did you mean `bodyFields`?'],
      [['iban'], 'rules: expected an object, received array.'],
      [{ query: 'iban' }, 'rules.query: expected a list of names and RegExps, received "iban".'],
      [{ bodyFields: [7] }, 'rules.bodyFields: expected a list of names and RegExps, received array.'],
    ];
    for (const [rules, message] of failing)
      expect(() => redact([], rules as RedactRules)).toThrow(new TypeError(message));
  });
});

describe('bodies in redact', () => {
  const unreadable: [string, string | undefined, string | Uint8Array, Record<string, string>?][] = [
    ['is compressed text', types.text, brotliCompressSync('token=1'), { 'Content-Encoding': 'br' }],
    ['is compressed JSON', types.json, gzipSync('{}'), { 'content-encoding': 'gzip' }],
    ['is gzip data without a content-encoding', 'application/octet-stream', gzipSync('x')],
    ['is malformed JSON', types.json, '{"iban":'],
    ['has an unknown charset', 'text/plain; charset=klingon', 'x'],
    [
      'is text with a credential and bytes that are not text',
      'text/plain',
      Buffer.from('/?token=ü', 'latin1'),
    ],
  ];

  test.each(unreadable)('redact empties a body that it cannot read: it %s', (_, type, body, more) => {
    const headers = { ...(type !== undefined && { 'content-type': type }), ...more };
    const message = { headers, bodyBase64Encoded: base64(body) };
    const { request, response } = redacted({ request: message, response: message });
    expect([request.bodyBase64Encoded, response.bodyBase64Encoded]).toEqual(['', '']);
  });

  test.each([
    ['a binary body', 'image/png', Buffer.from('\x89PNG token=1', 'latin1')],
    ['a script', 'text/javascript', 'token=getToken();'],
    ['a style sheet', 'text/css', 'a[token=b]{}'],
    ['text that is not UTF-8', 'text/plain', Buffer.from('größe', 'latin1')],
    ['JSON with large numbers', types.json, ' {"id": 12345678901234567890, "b": 1.0}\n'],
  ])('redact does not change a body that contains no credentials: %s', (_, type, body) => {
    const headers = { 'content-type': type };
    const entry = anExchange({ request: { headers, bodyBase64Encoded: base64(body) } });
    expect(redact([entry])).toEqual([entry]);
  });

  test.each([['iso-8859-1', 'latin1']] as const)(
    'a redacted body is still readable if its charset is %s',
    (charset, encoding) => {
      const body = (value: string) => Buffer.from(`{"name":"ü","token":"${value}"}`, encoding);
      const headers = { 'content-type': `application/json; charset=${charset}` };
      const entry = redacted({ request: { headers, bodyBase64Encoded: base64(body('canary')) } });
      expect(bodyOf(entry, 'request').json()).toEqual({ name: 'ü', token: 'REDACTED' });
    },
  );

  test('redact replaces only the credentials of a body that decodeBodies decoded', async () => {
    const headers = { 'content-type': types.json, 'content-encoding': 'br' };
    const bodyBase64Encoded = base64(brotliCompressSync('{"a":"ü","token":"canary"}'));
    const [entry] = redact(await decodeBodies([anExchange({ request: { headers, bodyBase64Encoded } })]));
    expect(entry && bodyOf(entry, 'request').json()).toEqual({ a: 'ü', token: 'REDACTED' });
  });
});

test('toCurl and toHar hide the password of a login without `includeCredentials`', () => {
  const login = anExchange({
    id: idOf(1),
    request: {
      method: 'POST',
      path: '/login?token=canary',
      headers: { 'Content-Type': types.json, Authorization: 'Bearer canary', cookie: 'a=canary' },
      bodyBase64Encoded: jsonBody({ user: 'jö', password: 'canary' }),
    },
    response: {
      headers: { 'set-cookie': 'canary' },
      bodyBase64Encoded: jsonBody({ accessToken: 'canary' }),
    },
    metadata: { apiKey: 'canary' },
  });
  for (const shell of ['posix', 'powershell'] as const) {
    expect(toCurl(login, { shell })).not.toMatch(/canary|Y2FuYXJ5/);
    expect(toCurl(login, { shell })).toContain('REDACTED');
    const complete = toCurl(login, { shell, includeCredentials: true });
    expect(complete.match(/canary/g)?.length ?? 0).toBeGreaterThanOrEqual(3);
  }
  const har = JSON.stringify(toHar([login]));
  expect(har).not.toContain('canary');
  expect(har).toContain('REDACTED');
  const complete = JSON.stringify(toHar([login], { includeCredentials: true }));
  expect(complete.match(/canary/g)?.length).toBeGreaterThanOrEqual(7);
});
