import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import {
  type ActivityEntry,
  type ActivityError,
  type BodyFault,
  bodyOf,
  decodeBodies,
  encodeBase64,
  isActivityError,
} from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { codePoint, readable, runs } from '../../../../tools/lib/near.ts';
import { anExchange, anOddExchange, base64, idOf } from '../support/activity-entries.ts';
import { outcomeOf } from '../support/failures.ts';

const sides = ['request', 'response'] as const;
const bytes = fc.uint8Array({ maxLength: 300 });
const isUnreadable = (error: unknown): error is ActivityError & { readonly fault: BodyFault } =>
  isActivityError(error, 'unreadable-body');

/** Reads a body that was recorded in the request. */
const recorded = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  bodyOf(anExchange({ request: { headers, bodyBase64Encoded: base64(body) } }), 'request');
const recordedAs = (bodyBase64Encoded: string) =>
  bodyOf(anExchange({ request: { bodyBase64Encoded } }), 'request');
const coded = (body: Uint8Array, coding: string) => recorded(body, { 'Content-Encoding': coding });

test('encodeBase64 returns the same Base64 as Node for any bytes and any offset', () => {
  fc.assert(
    fc.property(fc.uint8Array({ size: 'max', maxLength: 1000 }), fc.nat(3), (some, skipped) => {
      expect(encodeBase64(some.subarray(skipped))).toBe(base64(some.subarray(skipped)));
    }),
  );
  for (const length of [196_607, 196_608, 196_609, 400_000]) {
    const many = Uint8Array.from({ length }, (_, index) => index * 7);
    expect(encodeBase64(many) === base64(many)).toBe(true);
  }
});

describe('bodyOf', () => {
  test('bodyOf reads the request body and the response body of an exchange', () => {
    const odd = anOddExchange();
    expect(bodyOf(odd, 'request').json()).toEqual({ titel: 'Grüße ✓', smile: '😀??>' });
    expect(bodyOf(odd, 'response').json()).toEqual({ größe: 'ÿÿÿ>>>' });
    expect(sides.map((side) => bodyOf(odd, side).contentType)).toEqual([
      'application/json',
      'application/json',
    ]);
    expect(bodyOf(anExchange({ request: { headers: {} } }), 'request').contentType).toBeUndefined();
  });
});

describe('bytes()', () => {
  test('decodes standard and URL-safe Base64, with or without padding and line breaks', () => {
    fc.assert(
      fc.property(bytes, fc.nat(80), (body, width) => {
        const standard = base64(body);
        const wrapped = standard.replace(new RegExp(`.{${width + 1}}`, 'g'), '$&\r\n');
        const urlSafe = Buffer.from(body).toString('base64url');
        for (const form of [standard, standard.replaceAll('=', ''), urlSafe, wrapped])
          expect(recordedAs(form).bytes()).toEqual(body);
      }),
    );
  });

  test('returns the same bytes as Node, or throws, for any string', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'A Q g = - _ / + \n ! é'.split(' ')) });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: codePoint }), digits), (text) => {
        const read = outcomeOf(() => base64(recordedAs(text).bytes()));
        expect(isUnreadable(read) ? read.fault : read).toBe(
          isUnreadable(read) ? 'base64' : base64(Buffer.from(text, 'base64')),
        );
      }),
      runs(200),
    );
  });

  test.each(['A', 'AA=', 'data:,x'])('bytes() throws for %j, which is not Base64', (text) => {
    expect(() => recordedAs(text).bytes()).toThrow(/not valid Base64/);
  });
});

describe('text and JSON', () => {
  const utf16 = Buffer.from('Grüße ✓', 'utf16le');
  const marked = (bytes: readonly number[], text: Buffer) => Buffer.concat([Buffer.from(bytes), text]);

  test.each([
    ['UTF-8 without a content type', undefined, Buffer.from('Grüße ✓')],
    ['a quoted charset', 'text/plain;charset="utf-16le"', utf16],
    ['UTF-16 with a byte order mark', 'text/plain; charset=utf-16', marked([0xff, 0xfe], utf16)],
    ['a byte order mark against the header', 'text/plain; charset=latin1', Buffer.from('\u{feff}Grüße ✓')],
  ])('text() decodes %s', (_, type, body) => {
    expect(recorded(body, type === undefined ? {} : { 'Content-Type': type }).text()).toBe('Grüße ✓');
  });

  test('text() decodes a charset with one byte per character', () => {
    const headers = { 'content-type': 'text/html; charset=ISO-8859-1' };
    expect(recorded(Buffer.from('Grüße', 'latin1'), headers).text()).toBe('Grüße');
  });

  test('text() replaces invalid UTF-8 with U+FFFD', () => {
    expect(recorded(new Uint8Array([0x61, 0xff, 0x62])).text()).toBe('a\u{fffd}b');
  });

  test('json() returns any JSON value', () => {
    fc.assert(
      fc.property(readable(fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        expect(recorded(text).json()).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('decodedBytes()', () => {
  const plain = Buffer.from('{"größe":42}'.repeat(20));

  test.each([
    ['gzip', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['gzip, br', brotliCompressSync(gzipSync(plain))],
    ['identity', plain],
    ['GZIP', plain],
  ])('decodedBytes() decodes the content-encoding %s', async (coding, body) => {
    const read = coded(body, coding);
    expect(Buffer.from(await read.decodedBytes()).equals(plain)).toBe(true);
    expect((await read.decoded()).text()).toBe(plain.toString());
    expect(Buffer.from(read.bytes()).equals(body)).toBe(true);
  });

  test.each([
    ['a truncated body', gzipSync(plain).subarray(0, -10)],
    ['trailing garbage', Buffer.concat([gzipSync(plain), Buffer.from('canary')])],
  ])('decodedBytes() rejects with an ActivityError for %s', async (_, body) => {
    await expect(coded(body, 'gzip').decodedBytes()).rejects.toMatchObject({ fault: 'content-encoding' });
  });

  test('accepts exactly maxBytes of decoded data, and rejects one byte more', async () => {
    const bomb = coded(gzipSync(Buffer.alloc(1000)), 'gzip');
    await expect(bomb.decodedBytes({ maxBytes: 1000 })).resolves.toHaveLength(1000);
    for (const maxBytes of [999, 0])
      await expect(bomb.decodedBytes({ maxBytes })).rejects.toMatchObject({ fault: 'size' });
  });

  test('resolves or rejects with an ActivityError for any bytes and content-encoding', async () => {
    const coding = fc.constantFrom('gzip', 'deflate', 'br', 'zstd', 'deflate, gzip', '');
    await fc.assert(
      fc.asyncProperty(bytes, coding, async (body, coding) => {
        const read = await coded(body, coding)
          .decodedBytes()
          .catch((error: unknown) => error);
        expect(read instanceof Uint8Array || isUnreadable(read)).toBe(true);
      }),
    );
  });
});

describe('the error about a body', () => {
  const at = (side: 'request' | 'response', body: string | Uint8Array, headers = {}) =>
    bodyOf(anExchange({ id: idOf(3), [side]: { headers, bodyBase64Encoded: base64(body) } }), side);
  const encoded = (coding: string) => ({ 'content-encoding': coding });

  test('names the body, the reason and a remedy without quoting the body', async () => {
    const wrong = (text: string) =>
      bodyOf(anExchange({ id: idOf(3), request: { bodyBase64Encoded: text } }), 'request');
    const reads: (() => unknown)[] = [
      () => wrong('canary!').bytes(),
      () => at('request', '').json(),
      () => at('request', '{"canary').json(),
      ...sides.map((side) => () => at(side, gzipSync('{}'), encoded('gzip')).json()),
      () => at('response', 'canary', { 'content-type': 'text/plain; charset=klingon' }).text(),
      async () => at('response', 'canary', encoded('compress')).decodedBytes(),
      async () => at('response', gzipSync('canary').subarray(0, 12), encoded('gzip')).decodedBytes(),
      async () => at('response', gzipSync('canary'), encoded('gzip')).decodedBytes({ maxBytes: 3 }),
    ];
    const errors = await Promise.all(
      reads.map(async (read) =>
        Promise.resolve()
          .then(read)
          .catch((e: unknown) => e),
      ),
    );
    expect(errors.every((error) => isUnreadable(error) && isActivityError(error))).toBe(true);
    expect(
      errors.map((error) => `${(error as { fault: string }).fault}: ${(error as Error).message}`).join('\n'),
    ).toMatchInlineSnapshot(`
      "base64: The request body of entry 00000000-0000-4000-8000-000000000003 cannot be read: it is not valid Base64.
      json: The request body of entry 00000000-0000-4000-8000-000000000003 cannot be read: it is empty, so it is not JSON.
      json: The request body of entry 00000000-0000-4000-8000-000000000003 cannot be read: it is not JSON. Read it as text instead.
      json: The request body of entry 00000000-0000-4000-8000-000000000003 cannot be read: it is not JSON because it still has a content-encoding. Decode it first: (await bodyOf(entry, 'request').decoded()).json().
      json: The response body of entry 00000000-0000-4000-8000-000000000003 cannot be read: it is not JSON because it still has a content-encoding. Decode it first: (await bodyOf(entry, 'response').decoded()).json().
      charset: The response body of entry 00000000-0000-4000-8000-000000000003 cannot be read: this platform does not support the charset in its content-type. Read its bytes instead.
      content-encoding: The response body of entry 00000000-0000-4000-8000-000000000003 cannot be read: this platform does not support its content-encoding. Read the recorded bytes instead.
      content-encoding: The response body of entry 00000000-0000-4000-8000-000000000003 cannot be read: its compressed data is corrupt or truncated. Read the recorded bytes instead.
      size: The response body of entry 00000000-0000-4000-8000-000000000003 cannot be read: it is longer than 3 bytes after decoding. Raise maxBytes."
    `);
    expect(errors[0]).toMatchObject({ entryId: idOf(3), field: 'request.bodyBase64Encoded' });
  });
});

describe('decodeBodies', () => {
  const zipped = (length: number) => base64(gzipSync(Buffer.alloc(length, ' ')));
  const bombs = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) =>
      anExchange({
        id: idOf(index + 1),
        response: { headers: { 'content-encoding': 'gzip' }, bodyBase64Encoded: zipped(length) },
      }),
    );

  test('decodes both bodies, keeps their headers and marks the entry as decoded', async () => {
    const headers = { 'Content-Encoding': 'gzip' };
    const body = { headers, bodyBase64Encoded: base64(gzipSync('Größe')) };
    const metadata = { note: 'kept', '@mock-services/sdk': { scheme: 'http', more: 1 } };
    const entry = anExchange({ request: body, response: body, metadata });
    const [decoded = entry] = await decodeBodies([entry]);
    for (const side of sides) {
      expect(bodyOf(decoded, side).text()).toBe('Größe');
      expect(await bodyOf(decoded, side).decodedBytes()).toEqual(bodyOf(decoded, side).bytes());
      expect(decoded[side].headers).toEqual(headers);
    }
    const { scenarioId } = entry.metadata;
    const own = { scheme: 'http', decoded: true };
    expect(decoded.metadata).toEqual({ scenarioId, note: 'kept', '@mock-services/sdk': own });
    expect(await decodeBodies([decoded])).toEqual([decoded]);
    expect(entry.request).toEqual({ ...anExchange().request, ...body });
  });

  test('accepts bodies of exactly maxTotalBytes, with or without a content-encoding', async () => {
    const plain = anExchange({
      request: { bodyBase64Encoded: base64('ü'.repeat(500)) },
      response: { bodyBase64Encoded: '' },
    });
    const entries = [...bombs(2, 1000), plain];
    await expect(decodeBodies(entries, { maxTotalBytes: 3000 })).resolves.toHaveLength(3);
    await expect(decodeBodies(entries, { maxTotalBytes: 2999 })).rejects.toMatchObject({
      fault: 'size',
      entryId: plain.id,
      message: expect.stringContaining(
        'exceeds maxTotalBytes (2999). Raise the limit, or decode fewer',
      ) as string,
    });
    await expect(decodeBodies(entries, { maxTotalBytes: 1999 })).rejects.toMatchObject({ entryId: idOf(2) });
    await expect(decodeBodies([plain], { maxTotalBytes: 0 })).rejects.toMatchObject({ fault: 'size' });
  });

  test('accepts bodies of exactly maxBytes and rejects longer ones', async () => {
    await expect(decodeBodies(bombs(2, 1000), { maxBytes: 1000 })).resolves.toHaveLength(2);
    await expect(decodeBodies(bombs(2, 1000), { maxBytes: 999 })).rejects.toThrow(/longer than 999 bytes/);
  });
});

describe('default limits', () => {
  /** Reads one gzip body, whose decoded bytes claim a length, so that no memory is needed. */
  async function claiming<Result>(length: number, read: (entry: ActivityEntry) => Promise<Result>) {
    const chunk = Object.defineProperty(new Uint8Array(1), 'length', { value: length });
    vi.stubGlobal(
      'DecompressionStream',
      class {
        readonly readable = new ReadableStream({
          start(controller) {
            controller.enqueue(chunk);
            controller.close();
          },
        });
        readonly writable = new WritableStream();
      },
    );
    const response = { headers: { 'content-encoding': 'gzip' }, bodyBase64Encoded: base64(gzipSync('x')) };
    try {
      return await read(anExchange({ response }));
    } finally {
      vi.unstubAllGlobals();
    }
  }

  test.each<[string, number, (entry: ActivityEntry) => Promise<unknown>]>([
    ['maxBytes of decodedBytes', 104_857_600, async (entry) => bodyOf(entry, 'response').decodedBytes()],
    ['maxBytes of decodeBodies', 104_857_600, async (entry) => decodeBodies([entry])],
    [
      'maxTotalBytes of decodeBodies',
      268_435_456,
      async (entry) => decodeBodies([entry], { maxBytes: 2 ** 40 }),
    ],
  ])('%s is %i bytes by default', async (_, limit, read) => {
    await expect(claiming(limit, read)).resolves.toBeDefined();
    await expect(claiming(limit + 1, read)).rejects.toMatchObject({
      fault: 'size',
      message: expect.stringContaining(String(limit)) as string,
    });
  });
});
