import { typeName } from '../contract/issue.ts';
import type { BodyFault } from '../errors.ts';

/**
 * A `Uint8Array` that is not backed by a `SharedArrayBuffer`. TypeScript before 5.7 has no syntax for
 * `Uint8Array<ArrayBuffer>`.
 */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** 256 MiB, the default size limit for a response and for the decoded bodies of a log. */
export const usualMaxBytes = 268_435_456;

export type Decoded = { readonly bytes: Bytes } | { readonly fault: BodyFault; readonly problem: string };

/**
 * Decodes Base64 (RFC 4648) in the standard or the URL-safe alphabet, with or without padding and whitespace, or
 * returns `undefined`. Node 22 lacks `Uint8Array.fromBase64`, and browsers lack `Buffer`, so both are avoided.
 */
export function decodeBase64(text: string): Bytes | undefined {
  let binary: string;
  try {
    binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** The slice length is a multiple of three, so that only the last slice has Base64 padding. */
const sliceLength = 3 * 2 ** 16;

/** Encodes bytes in the standard Base64 alphabet with padding, for a recorded body (§2.5). */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += sliceLength) {
    parts.push(btoa(binaryOf(bytes.subarray(start, start + sliceLength))));
  }
  return parts.join('');
}

function binaryOf(bytes: Uint8Array): string {
  // The UTF-16 decoder is several times faster than `String.fromCharCode`.
  return new TextDecoder('utf-16le').decode(new Uint16Array(bytes));
}

/** Decodes the codings of a `content-encoding` header in reverse order (RFC 9110 §8.4.1). */
export async function decompress(bytes: Bytes, header: string, maxBytes: number): Promise<Decoded> {
  let current = bytes;
  const codings = header.toLowerCase().split(',');
  for (let coding = codings.pop(); coding !== undefined; coding = codings.pop()) {
    const format = formatOf(coding.trim(), current);
    if (format === undefined) continue;
    const decoded = await inflate(current, format, maxBytes);
    if (!('bytes' in decoded)) return decoded;
    current = decoded.bytes;
  }
  return { bytes: current };
}

function formatOf(coding: string, bytes: Uint8Array): string | undefined {
  const [first = 0, second = 0] = bytes;
  switch (coding) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      // Some recorders store the decoded body with the original `content-encoding`, so check the first bytes.
      return first === 0x1f && second === 0x8b ? 'gzip' : undefined;
    case 'deflate':
      // `deflate` means the zlib format, but some servers send raw deflate data.
      return first % 16 === 8 && (first * 256 + second) % 31 === 0 ? 'deflate' : 'deflate-raw';
    case 'br':
      return 'brotli';
    default:
      return coding;
  }
}

async function inflate(bytes: Bytes, format: string, maxBytes: number): Promise<Decoded> {
  if (bytes.length === 0) return { bytes };
  const faulty = (problem: string): Decoded => ({
    fault: 'content-encoding',
    problem: `${problem}. Read the recorded bytes instead`,
  });
  const stream = streamFor(format);
  if (stream === undefined) return faulty('this platform does not support its content-encoding');
  const chunks: Bytes[] = [];
  let length = 0;
  // Use a reader, because some browsers cannot iterate over a stream.
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      chunks.push(read.value);
      length += read.value.length;
      if (!(length <= maxBytes)) {
        reader.cancel().catch(() => undefined);
        return tooLong(maxBytes);
      }
    }
  } catch {
    // Replace the error of the decompressor, because its message is vague and differs between platforms.
    return faulty('its compressed data is corrupt or truncated');
  }
  return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()) };
}

function tooLong(maxBytes: number): Decoded {
  return { fault: 'size', problem: `it is longer than ${maxBytes} bytes after decoding. Raise maxBytes` };
}

function streamFor(format: string): DecompressionStream | undefined {
  try {
    // The cast is needed because TypeScript's `CompressionFormat` lacks some formats.
    return new DecompressionStream(format as CompressionFormat);
  } catch {
    return undefined;
  }
}

export function decoderFor(contentType: string | undefined): TextDecoder | undefined {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType ?? '') ?? [];
  try {
    return new TextDecoder(quoted ?? plain ?? 'utf-8');
  } catch {
    return undefined;
  }
}

/** A byte order mark takes precedence over the charset of `decoder`. */
export function decodeText(bytes: Uint8Array, decoder: TextDecoder): string {
  const [first, second, third] = bytes;
  const isUtf8 = first === 0xef && second === 0xbb && third === 0xbf;
  const isLittleEndian = first === 0xff && second === 0xfe;
  const isBigEndian = first === 0xfe && second === 0xff;
  const marked = isUtf8 ? 'utf-8' : isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : undefined;
  return (marked === undefined ? decoder : new TextDecoder(marked)).decode(bytes);
}

/** Unlike `instanceof`, recognizes built-in classes of another realm, because jest runs tests in a separate realm. */
export function classOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

export function bytesIn(value: unknown): Uint8Array | undefined {
  const type = classOf(value);
  if (type === 'Uint8Array') return value as Uint8Array;
  return type === 'ArrayBuffer' ? new Uint8Array(value as ArrayBuffer) : undefined;
}

export function chunkTypeName(value: unknown): string {
  return ArrayBuffer.isView(value) ? value.constructor.name : typeName(value);
}

/** Returns `undefined` for invalid UTF-8, and keeps a byte order mark. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Encodes text as UTF-8. If the content type declares another charset, a byte order mark is prepended, by which
 * `bodyOf` recognizes UTF-8.
 */
export function encodeText(text: string, contentType: string | undefined): Uint8Array {
  const utf8 = new TextEncoder().encode(text);
  const decoder = decoderFor(contentType);
  if (!decoder || decoder.encoding === 'utf-8' || decodeText(utf8, decoder) === text) return utf8;
  return new TextEncoder().encode(`\u{feff}${text}`);
}
