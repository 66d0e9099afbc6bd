import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { createClient } from '@mock-services/sdk';
import {
  bodyOf,
  decodeBodies,
  encodeBase64,
  isActivityError,
  isBodyError,
  parseActivity,
} from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anExchange, base64, idOf } from '../support/activity-entries.ts';
import { outcomeOf } from '../support/failures.ts';
import { anEntry, workspaceId } from '../support/fixtures.ts';

const bytes = fc.uint8Array({ maxLength: 300 });
const message = (bodyBase64Encoded: string, headers: Record<string, string> = {}) => ({
  headers,
  bodyBase64Encoded,
});

test('encodeBase64 returns the same Base64 as Node for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ size: 'max', maxLength: 1000 }), fc.nat(3), (some, skipped) => {
      const part = some.subarray(skipped);
      expect(encodeBase64(part)).toBe(base64(part));
    }),
  );
  for (const length of [196_607, 196_608, 196_609, 400_000]) {
    const many = Uint8Array.from({ length }, (_, index) => index * 7);
    expect(encodeBase64(many) === base64(many)).toBe(true);
  }
});

describe('body.bytes()', () => {
  test('body.bytes() decodes standard and URL-safe Base64, with or without padding and line breaks', () => {
    fc.assert(
      fc.property(bytes, fc.nat(80), (recorded, width) => {
        const standard = base64(recorded);
        const wrapped = standard.replace(new RegExp(`.{${width + 1}}`, 'g'), '$&\r\n');
        const forms = [
          standard,
          standard.replaceAll('=', ''),
          Buffer.from(recorded).toString('base64url'),
          wrapped,
        ];
        for (const form of forms) expect(bodyOf(message(form)).bytes()).toEqual(recorded);
      }),
    );
  });

  test('for any string, body.bytes() returns the same bytes as Node or throws a BodyError', () => {
    const broken: unknown = expect.objectContaining({ name: 'BodyError', fault: 'base64' });
    const digits = fc.string({
      unit: fc.constantFrom('A', 'Q', 'g', '=', '-', '_', '/', '+', ' ', '\n', '!', 'é'),
    });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), digits), (text) => {
        const read = outcomeOf(() => base64(bodyOf(message(text)).bytes()));
        // Node ignores invalid characters in Base64. If `bodyOf` accepts a string, it must return the same bytes as
        // Node.
        const expected = typeof read === 'string' ? base64(Buffer.from(text, 'base64')) : broken;
        expect(read).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(['A', 'AAAAA', 'AA=', 'AAA==', 'A=AA', '====', 'AA%3D', 'AAAA=', 'data:,x'])(
    'body.bytes() throws for %j, which is not valid Base64',
    (text) => {
      expect(() => bodyOf(message(text)).bytes()).toThrow(/not valid Base64/);
    },
  );

  test.each([
    ['AA=', 'the padding is wrong'],
    ['AAAAA', 'its length is wrong'],
    ['AA*A', 'invalid character at offset 2'],
  ])('body.bytes() explains why %j is not valid Base64', (text, reason) => {
    expect(() => bodyOf(message(text)).bytes()).toThrow(`it is not valid Base64 (${reason})`);
  });

  test('changing the result of body.bytes() does not change the body', () => {
    const body = bodyOf(message('AQID'));
    body.bytes().fill(0);
    expect(body.bytes()).toEqual(new Uint8Array([1, 2, 3]));
  });
});

describe('a BodyError', () => {
  const secret = 'canary!secrets';
  const entry = anExchange({
    request: { bodyBase64Encoded: secret },
    response: { bodyBase64Encoded: base64('{"canary') },
  });

  test('a BodyError names the entry and the field, but does not quote the body', () => {
    const broken = outcomeOf(() => bodyOf(entry.request, entry).text());
    expect(broken).toMatchObject({
      name: 'BodyError',
      entryId: entry.id,
      field: 'request.bodyBase64Encoded',
      fault: 'base64',
      message: `The request body of entry ${entry.id} cannot be read: it is not valid Base64 (invalid character at offset 6).`,
    });
    const notJson = outcomeOf(() => bodyOf(entry.response, entry).json());
    expect(notJson).toMatchObject({ field: 'response.bodyBase64Encoded', fault: 'json' });
    expect(`${String(broken)} ${String(notJson)}`).not.toContain('canary');
  });

  test('isBodyError and isActivityError recognize a BodyError and reject other values', () => {
    const error = outcomeOf(() => bodyOf(entry.request).bytes());
    expect([isBodyError(error), isActivityError(error)]).toEqual([true, true]);
    expect([isBodyError(new Error('x')), isActivityError(null)]).toEqual([false, false]);
  });

  test('bodyOf accepts an invalid body and throws no BodyError until the body is read', () => {
    expect(() => bodyOf(entry.request, entry).contentType).not.toThrow();
  });
});

describe('body.text()', () => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');

  test.each([
    ['utf-8 without a content type', undefined, Buffer.from('Grüße ✓')],
    ['utf-8', 'text/plain; charset=utf-8', Buffer.from('Grüße ✓')],
    ['utf-16le', 'text/plain;charset="utf-16le"', utf16('Grüße ✓')],
    [
      'utf-16 with a byte order mark',
      'text/plain; charset=utf-16',
      Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('Grüße ✓')]),
    ],
    [
      'utf-16be by its byte order mark',
      'text/plain',
      Buffer.concat([Buffer.from([0xfe, 0xff]), utf16('Grüße ✓').swap16()]),
    ],
    [
      'utf-8 by its byte order mark, which overrides the header',
      'text/plain; charset=latin1',
      Buffer.from('\u{feff}Grüße ✓'),
    ],
  ])('body.text() decodes %s', (_, contentType, recorded) => {
    const headers = contentType === undefined ? undefined : { 'Content-Type': contentType };
    expect(bodyOf(message(base64(recorded), headers)).text()).toBe('Grüße ✓');
  });

  test.each(['latin1', 'ISO-8859-1', 'windows-1252'])('body.text() decodes the charset %s', (charset) => {
    const recorded = message(base64(Buffer.from('Grüße', 'latin1')), {
      'content-type': `text/html; charset=${charset}`,
    });
    expect(bodyOf(recorded).text()).toBe('Grüße');
  });

  test('body.text() throws a BodyError for an unknown charset', () => {
    const recorded = message('', { 'content-type': 'text/plain; charset=klingon' });
    expect(outcomeOf(() => bodyOf(recorded).text())).toMatchObject({ name: 'BodyError', fault: 'charset' });
  });

  test('body.text() replaces invalid UTF-8 with U+FFFD', () => {
    expect(bodyOf(message(base64(new Uint8Array([0x61, 0xff, 0x62])))).text()).toBe('a\u{fffd}b');
  });
});

test('body.json() returns the recorded JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(bodyOf(message(base64(JSON.stringify(value)))).json()).toEqual(
        JSON.parse(JSON.stringify(value)),
      );
    }),
  );
});

test('body.json() throws an error saying that the body is empty', () => {
  expect(() => bodyOf(message('')).json()).toThrow(
    'The request body cannot be read: it is empty, so it is not JSON.',
  );
});

describe('body.decodedBytes()', () => {
  const plain = Buffer.from('{"total":42}'.repeat(20));

  test.each([
    ['gzip', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['gzip, br', brotliCompressSync(gzipSync(plain))],
    ['identity', plain],
    ['gzip', plain],
  ])('body.decodedBytes() decodes the content-encoding %s', async (coding, recorded) => {
    const body = bodyOf(message(base64(recorded), { 'Content-Encoding': coding }));
    expect(Buffer.from(await body.decodedBytes()).equals(plain)).toBe(true);
    expect((await body.decoded()).text()).toBe(plain.toString());
    expect(Buffer.from(body.bytes()).equals(recorded)).toBe(true);
  });

  test.each(['gzip', 'deflate', 'br'])(
    'body.decodedBytes() rejects with a BodyError for a corrupt %s body',
    async (coding) => {
      const broken = Buffer.concat([gzipSync(plain).subarray(0, 20), Buffer.from('canary')]);
      const body = bodyOf(message(base64(broken), { 'content-encoding': coding }));
      await expect(body.decodedBytes()).rejects.toMatchObject({
        name: 'BodyError',
        fault: 'content-encoding',
      });
    },
  );

  test('body.decodedBytes() rejects with a BodyError for an unknown content-encoding', async () => {
    const body = bodyOf(message('AAAA', { 'content-encoding': 'compress' }));
    await expect(body.decodedBytes()).rejects.toMatchObject({ fault: 'content-encoding' });
  });

  test('body.decodedBytes() rejects a body that is longer than maxBytes after decompression', async () => {
    const bomb = message(base64(gzipSync(Buffer.alloc(10_000_000))), { 'content-encoding': 'gzip' });
    await expect(bodyOf(bomb).decodedBytes({ maxBytes: 1000 })).rejects.toMatchObject({ fault: 'size' });
  });

  test('body.decodedBytes() resolves or rejects with a BodyError for any bytes and content-encoding', async () => {
    const coding = fc.constantFrom('gzip', 'deflate', 'br', 'zstd', 'deflate, gzip', '');
    await fc.assert(
      fc.asyncProperty(bytes, coding, async (recorded, coding) => {
        const body = bodyOf(message(base64(recorded), { 'content-encoding': coding }));
        const error = await body.decodedBytes().then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error === undefined || isBodyError(error)).toBe(true);
      }),
    );
  });
});

test('body.contentType finds the content-type header regardless of letter case', () => {
  expect(bodyOf(message('', { 'CONTENT-type': 'text/html; charset=x' })).contentType).toBe(
    'text/html; charset=x',
  );
  expect(bodyOf(message('')).contentType).toBeUndefined();
});

describe('the message of a BodyError', () => {
  const entry = { id: '5c0e9d2b-1a3f-4b6c-8d7e-9f0a1b2c3d4e' };
  const body = (text: string | Uint8Array, headers?: Record<string, string>) => {
    const response = { ...message(base64(text), headers), statusCode: 200, responseTimeMs: 1 };
    return bodyOf(response, entry);
  };
  const encoded = (coding: string) => ({ 'content-encoding': coding });

  test.each<[string, () => unknown, string]>([
    ['a text body', () => body('canary').json(), 'it is not JSON. Read it as text instead.'],
    [
      'a compressed body',
      () => body(gzipSync('{}'), encoded('gzip')).json(),
      'it is not JSON because it still has a content-encoding. Decode it first: (await bodyOf(message, entry).decoded()).json().',
    ],
    [
      'an unknown charset',
      () => body('canary', { 'content-type': 'text/plain; charset=klingon' }).text(),
      'this platform does not know the charset that its content-type names. Read its bytes instead.',
    ],
    [
      'an unknown content-encoding',
      () => body('canary', encoded('compress')).decodedBytes(),
      'this platform does not support its content-encoding. Read the recorded bytes instead.',
    ],
    [
      'a corrupt content-encoding',
      () => body(gzipSync('canary').subarray(0, 12), encoded('gzip')).decodedBytes(),
      'its compressed data is corrupt or truncated. Read the recorded bytes instead.',
    ],
    [
      'a body longer than maxBytes',
      () => body(gzipSync('canary'), encoded('gzip')).decodedBytes({ maxBytes: 3 }),
      'it is longer than 3 bytes after decoding. Raise maxBytes.',
    ],
  ])('the BodyError message describes the problem and a solution for %s', async (_, read, problem) => {
    await expect((async () => read())()).rejects.toMatchObject({
      name: 'BodyError',
      message: `The response body of entry ${entry.id} cannot be read: ${problem}`,
    });
  });
});

const zipped = (length: number) => base64(gzipSync(Buffer.alloc(length, ' ')));
const gzip = { 'content-encoding': 'gzip' };
function bombs(count: number, length: number) {
  const bomb = anExchange({ response: { headers: gzip, bodyBase64Encoded: zipped(length) } });
  return Array.from({ length: count }, (_, index) => ({ ...bomb, id: idOf(index + 1) }));
}

describe('decodeBodies', () => {
  test('decodeBodies rejects bodies whose total size exceeds maxTotalBytes', async () => {
    const [one, two, three] = bombs(3, 1000);
    const entries = [one, two, three].filter((entry) => entry !== undefined);
    await expect(decodeBodies(entries, { maxTotalBytes: 3000 })).resolves.toHaveLength(3);
    await expect(decodeBodies(entries, { maxTotalBytes: 2999 })).rejects.toMatchObject({
      name: 'BodyError',
      fault: 'size',
      entryId: idOf(3),
      field: 'response.bodyBase64Encoded',
      message: expect.stringContaining(
        'the total size of the decoded bodies exceeds maxTotalBytes (2999). Raise the limit, or decode fewer entries.',
      ) as string,
    });
  });

  test('decodeBodies counts bodies without a content-encoding toward maxTotalBytes', async () => {
    const plain = anExchange({
      request: { bodyBase64Encoded: base64('a'.repeat(100)) },
      response: { bodyBase64Encoded: '' },
    });
    await expect(decodeBodies([plain, plain], { maxTotalBytes: 199 })).rejects.toMatchObject({
      fault: 'size',
    });
    await expect(decodeBodies([plain, plain], { maxTotalBytes: 200 })).resolves.toHaveLength(2);
  });

  test('decodeBodies rejects bodies whose total size exceeds 256 MiB by default', async () => {
    const entries = bombs(5, 64 * 1024 * 1024);
    await expect(decodeBodies(entries)).rejects.toMatchObject({ fault: 'size', entryId: idOf(5) });
  });

  test('decodeBodies rejects a body that is longer than maxBytes', async () => {
    await expect(decodeBodies(bombs(2, 1000), { maxBytes: 999 })).rejects.toMatchObject({
      entryId: idOf(1),
      message: expect.stringContaining('longer than 999 bytes after decoding') as string,
    });
  });

  test('decodeBodies decodes the bodies of all entries within the size limits', async () => {
    const decoded = await decodeBodies(bombs(20, 50));
    expect(decoded.map((entry) => bodyOf(entry.response, entry).text())).toEqual(
      decoded.map(() => ' '.repeat(50)),
    );
  });
});

describe('maxEntryLength', () => {
  const entry = anEntry();
  const length = JSON.stringify(entry).length;
  const log = new TextEncoder().encode(JSON.stringify({ data: [entry, entry] }));
  const endless = new TextEncoder().encode(`{"data":[${JSON.stringify(entry)},{"id":"`);
  /** Yields a log whose second entry never ends. */
  async function* endlessLog() {
    yield endless;
    for (;;) yield await Promise.resolve(new Uint8Array(1000).fill(0x61));
  }
  const read = async (entries: AsyncIterable<unknown>) => {
    let count = 0;
    try {
      for await (const _ of entries) count += 1;
      return { count };
    } catch (error) {
      return { count, error };
    }
  };

  test('parseActivity throws a LogError if an entry is longer than maxEntryLength', async () => {
    expect(await read(parseActivity(endlessLog(), { maxEntryLength: 10_000 }))).toMatchObject({
      count: 1,
      error: { name: 'LogError', fault: 'shape', issues: [{ path: 'data', received: 'a longer one' }] },
    });
  });

  test('activity.stream rejects with a ValidationError if an entry is longer than maxEntryLength', async () => {
    const fetch = () => Promise.resolve(new Response(log));
    const client = createClient({ baseUrl: 'https://mocks.example.com', fetch, maxResponseBytes: 10 });
    expect(await read(client.activity.stream(workspaceId, { maxEntryLength: length }))).toEqual({ count: 2 });
    expect(await read(client.activity.stream(workspaceId, { maxEntryLength: length - 1 }))).toMatchObject({
      count: 0,
      error: { name: 'ValidationError', side: 'response' },
    });
    await expect(client.activity.list(workspaceId)).rejects.toThrow(/maxResponseBytes/);
  });
});
