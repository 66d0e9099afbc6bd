/** Takes content codings off a body (RFC 9110 §8.4.1), with what the platform's DecompressionStream knows. */

/** Decompressed bytes, or in words why there are none. */
export type Decompressed =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly fault: 'content-encoding' | 'size'; readonly problem: string };

/** Undoes each coding of a `content-encoding` header, the last one first. */
export async function decompress(
  bytes: Uint8Array<ArrayBuffer>,
  header: string,
  maxBytes: number,
): Promise<Decompressed> {
  const codings = header.split(',').map((coding) => coding.trim().toLowerCase());
  let current = bytes;
  for (const coding of codings.toReversed()) {
    const format = formatOf(coding, current);
    if (format === undefined) continue;
    const outcome = await inflate(current, format, maxBytes);
    if (!('bytes' in outcome)) return outcome;
    current = outcome.bytes;
  }
  return { bytes: current };
}

/** What DecompressionStream calls a coding; nothing where there is nothing to undo. */
function formatOf(coding: string, bytes: Uint8Array): string | undefined {
  const [first = 0, second = 0] = bytes;
  switch (coding) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      // Some recorders keep the header and store the body without the coding; gzip can be told by its start.
      return first === 0x1f && second === 0x8b ? 'gzip' : undefined;
    case 'deflate':
      // Meant to be the zlib format, yet some servers send what is inside it alone.
      return first % 16 === 8 && (first * 256 + second) % 31 === 0 ? 'deflate' : 'deflate-raw';
    case 'br':
      return 'brotli';
    default:
      return coding;
  }
}

async function inflate(
  bytes: Uint8Array<ArrayBuffer>,
  format: string,
  maxBytes: number,
): Promise<Decompressed> {
  if (bytes.length === 0) return { bytes };
  const stream = streamFor(format);
  if (stream === undefined) {
    return { fault: 'content-encoding', problem: 'this platform cannot undo its content-encoding' };
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of new Blob([bytes]).stream().pipeThrough(stream)) {
      chunks.push(chunk);
      length += chunk.length;
      if (!(length <= maxBytes))
        return { fault: 'size', problem: `longer than ${maxBytes} bytes when decoded` };
    }
  } catch {
    // The platform's error says no more than this, in other words on each platform.
    return { fault: 'content-encoding', problem: 'its content-encoding is broken' };
  }
  return { bytes: joined(chunks, length) };
}

function streamFor(format: string): DecompressionStream | undefined {
  try {
    // What a platform does not know it refuses, whatever the types list.
    return new DecompressionStream(format as CompressionFormat);
  } catch {
    return undefined;
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
