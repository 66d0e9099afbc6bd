/** Decodes content codings (RFC 9110 §8.4.1), as far as the platform's DecompressionStream supports them. */
import type { Bytes, Decoded } from './base64.ts';

/** Decodes each coding of a `content-encoding` header, the last one first. */
export async function decompress(bytes: Bytes, header: string, maxBytes: number): Promise<Decoded> {
  const codings = header.split(',').map((coding) => coding.trim().toLowerCase());
  let current = bytes;
  for (let coding = codings.pop(); coding !== undefined; coding = codings.pop()) {
    const format = formatOf(coding, current);
    if (format === undefined) continue;
    const decoded = await inflate(current, format, maxBytes);
    if (!('bytes' in decoded)) return decoded;
    current = decoded.bytes;
  }
  return { bytes: current };
}

/** The name that DecompressionStream has for a coding; `undefined` if there is nothing to decode. */
function formatOf(coding: string, bytes: Uint8Array): string | undefined {
  const [first = 0, second = 0] = bytes;
  switch (coding) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      // Some recorders keep the header but store the body decoded; gzip has a magic number that shows it.
      return first === 0x1f && second === 0x8b ? 'gzip' : undefined;
    case 'deflate':
      // Means the zlib format, but some servers send the raw data inside it.
      return first % 16 === 8 && (first * 256 + second) % 31 === 0 ? 'deflate' : 'deflate-raw';
    case 'br':
      return 'brotli';
    default:
      return coding;
  }
}

async function inflate(bytes: Bytes, format: string, maxBytes: number): Promise<Decoded> {
  if (bytes.length === 0) return { bytes };
  const fault = 'content-encoding';
  const stream = streamFor(format);
  if (stream === undefined) {
    return {
      fault,
      problem: 'this platform does not know its content-encoding. The bytes as recorded can be read',
    };
  }
  const chunks: Bytes[] = [];
  let length = 0;
  // Not every browser lets a loop read a stream.
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      chunks.push(read.value);
      length += read.value.length;
      if (!(length <= maxBytes)) {
        reader.cancel().catch(() => undefined);
        return { fault: 'size', problem: `it is longer than ${maxBytes} bytes when decoded. Raise maxBytes` };
      }
    }
  } catch {
    // The platform's error adds nothing, and its words differ by platform.
    return {
      fault,
      problem: 'its content-encoding is broken, or it ends early. The bytes as recorded can be read',
    };
  }
  return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()) };
}

function streamFor(format: string): DecompressionStream | undefined {
  try {
    // A platform rejects unknown formats itself; the type lists only some.
    return new DecompressionStream(format as CompressionFormat);
  } catch {
    return undefined;
  }
}
