/** Base64 (RFC 4648) without Node's Buffer, which browsers lack, and `Uint8Array.fromBase64`, which Node 22 lacks. */
import type { BodyFault } from './errors/body-error.ts';

/** A `Uint8Array` over memory of its own: `Uint8Array<ArrayBuffer>`, which TypeScript before 5.7 cannot name. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** Decoded bytes, or why there are none. */
export type Decoded = { readonly bytes: Bytes } | { readonly fault: BodyFault; readonly problem: string };

/** Decodes Base64 in the standard or the URL-safe alphabet, with or without padding and white space. */
export function decodeBase64(text: string): Decoded {
  const compact = text.replace(/[\t\n\f\r ]+/g, '');
  const digits = compact.replace(/={1,2}$/, '');
  if (digits.length < compact.length && compact.length % 4 !== 0) return notBase64('the padding is wrong');
  if (digits.length % 4 === 1) return notBase64('it ends in the middle of a byte');
  const standard = digits.replaceAll('-', '+').replaceAll('_', '/');
  const invalid = standard.search(/[^A-Za-z\d+/]/);
  if (invalid !== -1) return notBase64(`invalid character at offset ${invalid}`);
  const binary = atob(standard);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return { bytes };
}

function notBase64(reason: string): Decoded {
  return { fault: 'base64', problem: `what was recorded is not Base64 (${reason})` };
}

/** A multiple of three, so that only the last slice is padded. */
const slice = 3 * 2 ** 16;

/** Encodes bytes as Base64 in the standard alphabet with padding, the form of a recorded body (§2.5). */
export function encodeBase64(bytes: Uint8Array): string {
  // A byte as a code unit is the character that `btoa` takes for it. `String.fromCharCode` takes several times as long.
  const decoder = new TextDecoder('utf-16le');
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += slice) {
    parts.push(btoa(decoder.decode(new Uint16Array(bytes.subarray(start, start + slice)))));
  }
  return parts.join('');
}

/** The number of bytes that a Base64 text encodes, by its length alone. */
export function decodedLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor(((text.length - padding) * 3) / 4);
}
